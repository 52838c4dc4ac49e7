import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseSchedule } from './backup-schedule.ts';
import { type FilesLocation, parseFilesLocation, parseFilesUrl, percentDecode } from './files-location.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All settings, read once at startup. See docs/operate/settings.md and .env.example. */
export type Config = {
  host: string;
  port: number;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  /** If undefined, uses the embedded PostgreSQL in dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  files: FilesLocation;
  /** The maximum total size of a tenant's files in bytes, or Infinity for no limit. */
  filesQuota: number;
  provisionFile: string | undefined;
  /** Base map tiles (PMTiles). If undefined, maps show a grid. */
  mapFile: string | undefined;
  /** If undefined, sends no email. */
  smtp: MailServer | undefined;
  /** Encrypts secrets in the database. If undefined, uses the key stored in dataDir. */
  secretKey: Buffer | undefined;
  backupTo: FilesLocation | undefined;
  /** A five-field cron expression in local time. */
  backupAt: string | undefined;
  /** The number of backup sets to keep after a scheduled backup. */
  backupKeep: number;
  /** Encrypts the secret key in a backup. If undefined, the backup command prompts for it or omits the key. */
  backupPassphrase: string | undefined;
  tls: { certFile: string; keyFile: string } | undefined;
  trustProxy: readonly string[];
  allowInsecureHttp: boolean;
  /** Private addresses that the server may connect to: `loopback`, addresses and CIDR ranges. */
  allowPrivateTargets: readonly string[];
  /** Requests per minute and process, or Infinity for no limit. */
  rateLimits: { caller: number; tenant: number };
  /** Metrics are served only to this machine. */
  metricsPort: number | undefined;
  workers: number;
  logLevel: LogLevel;
};

export type MailServer = {
  host: string;
  port: number;
  /** True for TLS from the first byte (smtps), false for STARTTLS. */
  isTls: boolean;
  auth: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
};

type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {}

/** Throws ConfigError if a value is invalid. An empty value is treated as unset. */
export const readConfig = (environment: Environment): Config => {
  const setting = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const certFile = setting('TLS_CERT_FILE');
  const keyFile = setting('TLS_KEY_FILE');
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('TLS_CERT_FILE and TLS_KEY_FILE belong together. Set both or neither.');
  }
  const dataDir = resolve(setting('DATA_DIR') ?? './data');
  const filesUrl = setting('FILES_URL');
  const backupUrl = setting('BACKUP_TO');
  const backupTo =
    backupUrl === undefined ? undefined : parseFilesLocation(backupUrl, rejectSetting('BACKUP_TO'));
  const backupAt = readBackupAt(setting('BACKUP_AT'));
  if (backupAt !== undefined && backupTo === undefined) {
    throw new ConfigError('BACKUP_AT is set but BACKUP_TO is not. Set both.');
  }
  return {
    host: setting('HOST') ?? '127.0.0.1',
    port: readInteger('PORT', setting('PORT') ?? '8080', { from: 0, to: 65_535 }),
    publicUrl: readPublicUrl(setting('PUBLIC_URL')),
    databaseUrl: readDatabaseUrl(setting('DATABASE_URL')),
    dataDir,
    files:
      filesUrl === undefined
        ? { folder: join(dataDir, 'files') }
        : parseFilesUrl(filesUrl, rejectSetting('FILES_URL')),
    filesQuota:
      readLimit('FILES_QUOTA_GB', setting('FILES_QUOTA_GB') ?? '100', 1_000_000) * BYTES_PER_GIGABYTE,
    provisionFile: setting('PROVISION_FILE'),
    mapFile: setting('MAP_FILE'),
    smtp: readSmtpUrl(setting('SMTP_URL')),
    secretKey: readKey(setting('SECRET_KEY')),
    backupTo,
    backupAt,
    backupKeep: readInteger('BACKUP_KEEP', setting('BACKUP_KEEP') ?? '14', { from: 1, to: 10_000 }),
    backupPassphrase: readPassphrase(setting('BACKUP_PASSPHRASE')),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    trustProxy: readRanges('TRUST_PROXY', setting('TRUST_PROXY')),
    allowInsecureHttp: readBoolean('ALLOW_INSECURE_HTTP', setting('ALLOW_INSECURE_HTTP') ?? 'false'),
    allowPrivateTargets: readRanges('ALLOW_PRIVATE_TARGETS', setting('ALLOW_PRIVATE_TARGETS')),
    rateLimits: {
      caller: readLimit('RATE_LIMIT_CALLER', setting('RATE_LIMIT_CALLER') ?? '0', 100_000_000),
      tenant: readLimit('RATE_LIMIT_TENANT', setting('RATE_LIMIT_TENANT') ?? '0', 100_000_000),
    },
    metricsPort: readMetricsPort(setting('METRICS_PORT')),
    workers: readInteger('WORKERS', setting('WORKERS') ?? '1', { from: 1, to: 64 }),
    logLevel: readLogLevel(setting('LOG_LEVEL') ?? 'info'),
  };
};

const readInteger = (name: string, text: string, { from, to }: { from: number; to: number }): number => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) {
    throw new ConfigError(`${name} is '${text}'; it must be a whole number from ${from} to ${to}.`);
  }
  return value;
};

const readMetricsPort = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : readInteger('METRICS_PORT', text, { from: 0, to: 65_535 });

/** Zero means no limit. */
const readLimit = (name: string, text: string, to: number): number =>
  readInteger(name, text, { from: 0, to }) || Number.POSITIVE_INFINITY;

const BYTES_PER_GIGABYTE = 1_000_000_000;

const readBoolean = (name: string, text: string): boolean => {
  if (text !== 'true' && text !== 'false')
    throw new ConfigError(`${name} is '${text}'; it must be true or false.`);
  return text === 'true';
};

const readPublicUrl = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isValid =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (!isValid) {
    throw new ConfigError(
      `PUBLIC_URL is '${text}'; it must be an http or https address such as https://ronda.example.org.`,
    );
  }
  return url.href.replace(/\/+$/, '');
};

const readDatabaseUrl = (text: string | undefined): string | undefined => {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) {
    // The value may contain a password, so the error must not repeat it.
    throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.');
  }
  return text;
};

const rejectSetting =
  (name: string) =>
  (reason: string): never => {
    throw new ConfigError(`${name} ${reason}`);
  };

const readBackupAt = (text: string | undefined): string | undefined => {
  if (text === undefined || parseSchedule(text)) return text;
  throw new ConfigError(
    `BACKUP_AT is '${text}'; it must be a cron expression of five fields (minute hour day month weekday) that matches at least one date, such as 0 3 * * * for 3 a.m. every day.`,
  );
};

export const MIN_PASSPHRASE_LENGTH = 12;

/** The passphrase is a secret, so the error must not repeat it. */
const readPassphrase = (text: string | undefined): string | undefined => {
  if (text === undefined || text.length >= MIN_PASSPHRASE_LENGTH) return text;
  throw new ConfigError(`BACKUP_PASSPHRASE must have at least ${MIN_PASSPHRASE_LENGTH} characters.`);
};

const readKey = (text: string | undefined): Buffer | undefined => {
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length === 32 && key.toString('base64') === text) return key;
  // The key is a secret, so the error must not repeat it.
  throw new ConfigError('SECRET_KEY must be 32 bytes in base64. Create one with `openssl rand -base64 32`.');
};

/** The value may contain a password, so errors must not repeat it. */
const invalidSmtpUrl = (reason: string) =>
  new ConfigError(
    `SMTP_URL ${reason}; it must look like smtp://USER:PASSWORD@host[:port]?from=Ronda%20<ronda@example.org>, or smtps://…, all percent-encoded.`,
  );

/** An address, or a name and an address in angle brackets, without characters special in headers. */
const SENDER_PATTERN =
  /^(?:(?<name>[^<>"\\\p{Cc}]*)<(?<address>[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+)>|(?<bare>[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+))$/u;

const readSmtpUrl = (text: string | undefined): MailServer | undefined => {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol))
    throw invalidSmtpUrl('is not the address of a mail server');
  if (!/^([\w.-]+|\[[\da-f:]+\])$/i.test(url.hostname)) throw invalidSmtpUrl('has no host');
  if (!/^\/?$/.test(url.pathname) || url.hash !== '') throw invalidSmtpUrl('has a path or fragment');
  for (const name of url.searchParams.keys()) {
    if (name !== 'from') throw invalidSmtpUrl('has an unknown parameter');
  }
  const { groups } = SENDER_PATTERN.exec(url.searchParams.get('from') ?? '') ?? {};
  const { name = '', bare, address = bare } = groups ?? {};
  if (address === undefined) throw invalidSmtpUrl("has no valid sender in 'from'");
  const reject = () => {
    throw invalidSmtpUrl('has a user or password that is not percent-encoded');
  };
  const [user, pass] = [percentDecode(url.username, reject), percentDecode(url.password, reject)];
  if ((user === '') !== (pass === ''))
    throw invalidSmtpUrl('must have both a user and a password, or neither');
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    auth: user === '' ? undefined : { user, pass },
    from: { name: name.trim(), address },
  };
};

const readRanges = (name: string, text: string | undefined): readonly string[] => {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => {
    if (entry === '') return false;
    const [address = '', prefix] = entry.split('/');
    const bits = isIP(address) === 6 ? 128 : 32;
    const isValid =
      entry === 'loopback' ||
      (isIP(address) !== 0 &&
        !address.includes('%') &&
        (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)));
    if (!isValid) {
      throw new ConfigError(
        `${name} contains '${entry}'; each entry must be an address, a CIDR range or loopback, separated by commas.`,
      );
    }
    return true;
  });
};

const readLogLevel = (text: string): LogLevel => {
  const level = LOG_LEVELS.find((name) => name === text);
  if (!level) throw new ConfigError(`LOG_LEVEL is '${text}'; it must be one of ${LOG_LEVELS.join(', ')}.`);
  return level;
};
