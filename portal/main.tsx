// These styles are in a cascade layer so that the portal's own stylesheets override them in any order.
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import type { Me } from '#contract/user.ts';
import { startLanguage } from '#kit/language.ts';
import { readLanguage } from '#kit/preferences.ts';
import { showStartProblem } from '#kit/start-problem.ts';
import { ApiProblem, isUnreachable } from '#portal/api/api-problem.ts';
import { clearFormDrafts, createDraftPrefix } from '#portal/forms/form-drafts.ts';
import { ShortcutProvider } from '#portal/keyboard/shortcuts.tsx';
import { CHANGES_PERMISSION } from '#portal/live-updates/live-updates.ts';
import { messageFiles } from '#portal/messages/message-files.ts';
import { hasPermission, MeContext, readMe } from '#portal/session/me.ts';
import { PortalTheme } from '#portal/shell/PortalTheme.tsx';
import { createPortalRouter } from './routes.tsx';

const root = document.getElementById('portal')!;
const nonce = document.querySelector<HTMLMetaElement>('meta[name="ronda-nonce"]')?.nonce ?? '';

setNonce(nonce);

const createQueryClient = (me: Me) => {
  const canFollowChanges = hasPermission(me, CHANGES_PERMISSION);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => isUnreachable(error) && failures < 2,
        // Users who may follow changes already receive all updates to live queries.
        refetchOnWindowFocus: ({ meta }) => !canFollowChanges || meta?.isLive !== true,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Without a network, mutations fail immediately instead of being queued.
      mutations: { networkMode: 'always' },
    },
  });
};

const start = async () => {
  const [me] = await Promise.all([readMe(), startLanguage(readLanguage(), messageFiles)]);
  clearFormDrafts(createDraftPrefix(me));
  createRoot(root).render(
    <PortalTheme nonce={nonce}>
      <QueryClientProvider client={createQueryClient(me)}>
        <MeContext value={me}>
          <ShortcutProvider>
            <Notifications position="bottom-right" />
            <RouterProvider router={createPortalRouter(me)} />
          </ShortcutProvider>
        </MeContext>
      </QueryClientProvider>
    </PortalTheme>,
  );
};

start().catch((problem) => {
  // A user who is not signed in is already being redirected to the sign-in page.
  const isRedirected = problem instanceof ApiProblem && problem.status === 401;
  if (!isRedirected) showStartProblem(problem, root);
});
