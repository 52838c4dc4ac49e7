import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where files are stored: pictures and uploads, or sets of backups. */
export type FilesPlace = { folder: string } | { bucket: Bucket };

/** A bucket of an S3-compatible object store. */
export type Bucket = {
  /** Such as `https://s3.example.org:9000`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before every key: empty, or with a slash at the end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Throws the error of its caller, which names the setting or argument. */
type Refuse = (reason: string) => never;

const FORMS =
  's3://ACCESS:SECRET@host[:port]/bucket[/prefix][?region=…&tls=false], both keys percent-encoded, or file:///folder';

/** Reads a `file:` or `s3:` URL. The value holds a secret, so no reason repeats it. */
export const parseFilesUrl = (text: string, refuse: Refuse): FilesPlace => {
  const unfit = (reason: string): never => refuse(`${reason}; it must look like ${FORMS}.`);
  const url = URL.parse(text);
  if (url?.protocol === 'file:') return { folder: folderOf(url, unfit) };
  if (url?.protocol !== 's3:' || url.host === '') return unfit('is no address of files');
  const [, bucket = '', ...prefix] = url.pathname.replace(/\/+$/, '').split('/');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket)) unfit('names no bucket');
  if (!prefix.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !part.startsWith('.'))) {
    unfit('has a prefix with characters other than letters, digits, dots, dashes and slashes');
  }
  if (url.username === '' || url.password === '') unfit('has no access key or no secret');
  for (const name of url.searchParams.keys()) {
    if (!['region', 'tls'].includes(name)) unfit('has a parameter that is not known');
  }
  const tls = url.searchParams.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') unfit("has a 'tls' that is neither true nor false");
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[A-Za-z0-9-]{1,64}$/.test(region)) unfit("has a 'region' that is no name of one");
  return {
    bucket: {
      endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
      region,
      bucket,
      prefix: prefix.map((part) => `${part}/`).join(''),
      accessKeyId: decoded(url.username, unfit),
      secretAccessKey: decoded(url.password, unfit),
    },
  };
};

/** The same, or a folder written as a path. */
export const parseFilesPlace = (text: string, refuse: Refuse): FilesPlace =>
  /^(s3|file):/i.test(text) ? parseFilesUrl(text, refuse) : { folder: resolve(text) };

/** A place without its secret, for people and logs. */
export const describePlace = (place: FilesPlace): string => {
  if ('folder' in place) return place.folder;
  const { endpoint, bucket, prefix } = place.bucket;
  return `s3://${new URL(endpoint).host}/${bucket}/${prefix}`.replace(/\/$/, '');
};

const folderOf = (url: URL, unfit: Refuse): string => {
  try {
    return fileURLToPath(url);
  } catch {
    return unfit('names no folder of this machine');
  }
};

const decoded = (text: string, unfit: Refuse): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return unfit('has a key or secret that is not percent-encoded');
  }
};
