import { useEffect } from 'react';
import { watchForUpdates } from '#app/lib/app-update.ts';
import { StyleProvider } from '#app/theme/style-provider.tsx';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** Renders what may appear over every screen, and watches for updates. */
export function Notices() {
  useEffect(() => {
    if (import.meta.env.PROD) void watchForUpdates();
  }, []);
  return (
    <StyleProvider>
      <UpdatePrompt />
      <ToastArea />
    </StyleProvider>
  );
}
