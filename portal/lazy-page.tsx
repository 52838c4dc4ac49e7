import type { ComponentType } from 'react';
import { isServerThere } from '#portal/api/request.ts';
import { PageMissing } from '#portal/shell/Screens.tsx';

/**
 * A page whose program comes when it is asked for. When it does not come, the page says why: the server was upgraded
 * meanwhile, or cannot be reached. (The router's own reloads the browser's page, which without a network is lost.)
 */
export const lazyPage = (load: () => Promise<Record<string, unknown>>, name: string) => {
  let Page: ComponentType | undefined;
  let problem: PageMissing | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (program) => {
        // Its type would be that of a screen, which knows the addresses of all screens, this one too.
        Page = program[name] as ComponentType;
      },
      async (cause) => {
        problem = new PageMissing(await isServerThere(), cause);
        loading = undefined;
      },
    );
    return loading;
  };
  const LazyPage = () => {
    if (Page) return <Page />;
    if (problem) throw problem;
    throw preload();
  };
  return Object.assign(LazyPage, { preload });
};
