import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { IMPORT_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useDeclared } from '#app/reads/capabilities.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import buttonStyles from '#app/resources/button.module.css';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { messages } from './texts.en.ts';

const loadDialog = async () => (await import('./export-dialog.tsx')).ExportDialog;

interface ExportButtonProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export function ExportButton(props: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  const Dialog = useLazyDialog(open, loadDialog, () => setOpen(false));
  if (!useDeclared('exports')) return null;
  return (
    <>
      <button
        type="button"
        className={buttonStyles.neutral}
        aria-label={messages.export}
        onClick={() => setOpen(true)}
      >
        <Download size={18} aria-hidden /> <span className={buttonStyles.notOnPhone}>{messages.export}</span>
      </button>
      {open && Dialog && <Dialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

export function ImportLink() {
  const may = usePermissions()('imports.manage');
  if (!useDeclared('imports') || !may) return null;
  return (
    <Link className={`${buttonStyles.neutral} ${buttonStyles.notOnPhone}`} to={IMPORT_PATH}>
      {appMessages.import}
    </Link>
  );
}
