import { createRootRouteWithContext } from '@tanstack/react-router';
import type { Me } from '#contract/user.ts';
import { NotFoundScreen } from '#portal/shell/Screens.tsx';
import { Shell } from '#portal/shell/Shell.tsx';

export const root = createRootRouteWithContext<{ me: Me }>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
});
