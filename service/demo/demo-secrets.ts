import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandomPassword } from '#service/provisioning/random-password.ts';

export type DemoSecrets = { password: string; clientSecret: string };

/** The first start stores the secrets in files, which the documented commands read. */
export const readDemoSecrets = async (dataDir: string): Promise<DemoSecrets> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return {
    password: await readSecret(join(dataDir, 'demo-password')),
    clientSecret: await readSecret(join(dataDir, 'demo-client-secret')),
  };
};

const readSecret = async (file: string): Promise<string> => {
  const storedSecret = await readFile(file, 'utf8').catch(() => '');
  if (/^[A-Za-z0-9]{20,}\s*$/.test(storedSecret)) return storedSecret.trim();
  const secret = createRandomPassword();
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
};
