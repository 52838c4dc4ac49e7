import type { ComponentType } from 'react';
import { isServerReachable } from '#portal/api/request.ts';
import { PageLoadError } from '#portal/shell/Screens.tsx';

/** Shows an error if the code cannot be loaded. The router's own lazy loading would reload, which fails offline. */
export const lazyPage = (load: () => Promise<Record<string, unknown>>, name: string) => {
  let Page: ComponentType | undefined;
  let problem: PageLoadError | undefined;
  let pendingLoad: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    pendingLoad ??= load().then(
      (module) => {
        // Inferring the type would be circular: screen types depend on all routes.
        Page = module[name] as ComponentType;
      },
      async (cause) => {
        problem = new PageLoadError(await isServerReachable(), cause);
        pendingLoad = undefined;
      },
    );
    return pendingLoad;
  };
  const LazyPage = () => {
    if (Page) return <Page />;
    if (problem) throw problem;
    throw preload();
  };
  return Object.assign(LazyPage, { preload });
};
