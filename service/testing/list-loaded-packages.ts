import { registerHooks } from 'node:module';

// Imported before the server's own modules (`node --import`). On the message LIST_PACKAGES, sends the names of the
// packages that the process has loaded so far.

export const LIST_PACKAGES = 'list-packages';

const PACKAGE_PATTERN = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/;

const packages = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    const name = PACKAGE_PATTERN.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});
process.on('message', (message) => {
  if (message === LIST_PACKAGES) process.send?.([...packages].sort());
});
