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
import { clearFormDrafts, draftOwner } from '#portal/frame/form-drafts.ts';
import { MAY_FOLLOW } from '#portal/frame/live-updates.ts';
import { ShortcutProvider } from '#portal/frame/shortcuts.tsx';
import { type Me, MeContext, mayDo, readMe } from '#portal/session/me.ts';
import { readLanguage } from '#portal/session/preferences.ts';
import { Themed } from '#portal/shell/Themed.tsx';
import { createPortalRouter } from './routes.tsx';
import { showStartProblem } from './start-problem.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';

setNonce(nonce);

/** What is live is asked again when there is news of it, by those who hear news. */
const createQueries = (me: Me) => {
  const hearsNews = mayDo(me, MAY_FOLLOW);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => isUnreachable(error) && failures < 2,
        refetchOnWindowFocus: ({ meta }) => !hearsNews || meta?.isLive !== true,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network an act fails at once, and is told: it is not carried out when somebody has long gone on.
      mutations: { networkMode: 'always' },
    },
  });
};

const start = async () => {
  const [me] = await Promise.all([readMe(), startLanguage(readLanguage())]);
  clearFormDrafts(draftOwner(me));
  createRoot(document.getElementById('portal')!).render(
    <Themed nonce={nonce}>
      <QueryClientProvider client={createQueries(me)}>
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
