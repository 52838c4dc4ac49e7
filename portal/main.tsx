// In a layer of their own, so that our sheets count more in whichever order a browser gets them.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#kit/words.ts';
import { isUnreachable } from '#portal/api/api-problem.ts';
import { ShortcutProvider } from '#portal/frame/shortcuts.tsx';
import { MeContext, readMe } from '#portal/session/me.ts';
import { readLanguage } from '#portal/session/preferences.ts';
import { Themed } from '#portal/shell/Themed.tsx';
import { createPortalRouter } from './routes.tsx';
import { showStartProblem } from './start-problem.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';

setNonce(nonce);

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => isUnreachable(error) && failures < 2,
      // What is live is asked again when there is news of it.
      refetchOnWindowFocus: ({ meta }) => meta?.isLive !== true,
    },
  },
});

const start = async () => {
  const [me] = await Promise.all([readMe(), startLanguage(readLanguage())]);
  createRoot(document.getElementById('portal')!).render(
    <Themed nonce={nonce}>
      <QueryClientProvider client={queries}>
        <MeContext value={me}>
          <ShortcutProvider>
            <Notifications position="bottom-right" />
            <RouterProvider router={createPortalRouter(me)} />
          </ShortcutProvider>
        </MeContext>
      </QueryClientProvider>
    </Themed>,
  );
};

start().catch(showStartProblem);
