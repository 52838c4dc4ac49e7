import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type Config, ConfigError } from '#service/config.ts';

/** Throws ConfigError if the certificate and key are unusable for HTTPS. */
export const readTls = async ({ tls }: Config): Promise<{ cert: Buffer; key: Buffer } | undefined> => {
  if (!tls) return undefined;
  const cert = await readSettingFile('TLS_CERT_FILE', tls.certFile);
  const key = await readSettingFile('TLS_KEY_FILE', tls.keyFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT_FILE and TLS_KEY_FILE must contain a certificate and its key in PEM format: ${(error as Error).message}`,
    );
  }
  return { cert, key };
};

const readSettingFile = (setting: string, file: string) =>
  readFile(file).catch((error: Error) => {
    throw new ConfigError(`${setting} names '${file}', which cannot be read: ${error.message}`);
  });
