import { createRootRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '#portal/shell/Screens.tsx';
import { Shell } from '#portal/shell/Shell.tsx';

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });
