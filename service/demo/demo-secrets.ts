import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomPassword } from '#service/provisioning/random-password.ts';

export type DemoSecrets = { password: string; clientSecret: string };

/**
 * Reads the password of the demo's people and the secret of its application. The first start creates them in files of
 * the data folder that only the server's user can read. So no demo password is publicly known, and commands copied from
 * the documentation can still read it.
 */
export const readDemoSecrets = async (dataDir: string): Promise<DemoSecrets> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return {
    password: await readSecret(join(dataDir, 'demo-password')),
    clientSecret: await readSecret(join(dataDir, 'demo-client-secret')),
  };
};

const readSecret = async (file: string): Promise<string> => {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (/^[A-Za-z0-9]{20,}\s*$/.test(stored)) return stored.trim();
  const secret = randomPassword();
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
};
