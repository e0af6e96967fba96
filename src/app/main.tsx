import { ChakraProvider } from '@chakra-ui/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { AppBoundary } from './shell/app-boundary.tsx';
import { watchForUpdates } from './shell/app-update.ts';
import { followColorScheme } from './shell/color-scheme.ts';
import { keepInstallOffer } from './shell/install.ts';
import { ToastArea } from './shell/toast-area.tsx';
import { UpdatePrompt } from './shell/update-prompt.tsx';
import { system } from './theme/system.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followColorScheme();
keepInstallOffer();
createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <AppBoundary>
        <App />
        <UpdatePrompt />
        <ToastArea />
      </AppBoundary>
    </ChakraProvider>
  </StrictMode>,
);

// After the first page has what it needs: fetching the whole app for offline use must not compete with it.
if (import.meta.env.PROD) window.addEventListener('load', () => void watchForUpdates(), { once: true });
