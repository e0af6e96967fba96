import { Link } from '@chakra-ui/react';
import { Global } from '@emotion/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link as RouterLink, useNavigationType } from 'react-router-dom';
import { useDocumentTitle } from '#app/lib/document-title.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import styles from './page-heading.module.css';
import { messages } from './texts.en.ts';

/**
 * A page opened by the browser starts at its top, with the skip link; only later navigations move the focus, and forms.
 */
let isFirstPage = true;

interface PageHeadingProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly beside?: ReactNode;
  readonly action?: ReactNode;
  readonly back?: string;
  /** Also focuses the heading of a page that the browser opened, so that the next key is the form's. */
  readonly isForm?: boolean;
}

/** Separate, because it renders again at every change of the address. */
function FocusOnArrival(props: {
  readonly heading: RefObject<HTMLElement | null>;
  readonly isForm: boolean;
}) {
  const { heading, isForm } = props;
  const arrival = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the page's arrival moves the focus, not a search on it
  useEffect(() => {
    const openedByBrowser = isFirstPage && arrival === 'POP' && !isForm;
    isFirstPage = false;
    const focusInUse = document.activeElement?.closest('main *, [role=dialog]');
    if (!openedByBrowser && !focusInUse) heading.current?.focus({ preventScroll: true });
  }, []);
  return null;
}

/** Also sets the document title and takes the focus after a navigation. */
export const PageHeading = memo(function PageHeading({
  title,
  about: description,
  beside,
  action,
  back,
  isForm = false,
}: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);

  return (
    <header className={styles.header}>
      <FocusOnArrival heading={heading} isForm={isForm} />
      {back && (
        <Link asChild minH="target" mt="-2" color="fg.muted" fontSize="sm">
          <RouterLink to={back}>
            <ArrowLeft size={16} aria-hidden /> {messages.back}
          </RouterLink>
        </Link>
      )}
      <div className={styles.line}>
        <div className={styles.titles}>
          <h1 className={styles.title} ref={heading} tabIndex={-1} {...typedText(title)}>
            {title}
          </h1>
          {description && (
            <div
              className={styles.subtitle}
              // Elements know their own direction; a code among them must not turn the line around.
              {...(typeof description === 'string' && typedText(description))}
            >
              {description}
            </div>
          )}
        </div>
        {beside}
        {action && <ActionBar>{action}</ActionBar>}
      </div>
    </header>
  );
});

/** Room on a phone's page while there is a bottom bar. Below the breakpoint "md". */
const bottomBar = { '@media screen and (max-width: 47.9975rem)': { ':root': { '--bottom-bar': '4.5rem' } } };

function ActionBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.actions}>
      <Global styles={bottomBar} />
      {children}
    </div>
  );
}
