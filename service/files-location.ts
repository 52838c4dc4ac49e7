import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export type FilesLocation = { folder: string } | { bucket: Bucket };

export type Bucket = {
  /** Example: `https://s3.example.org:9000`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** The prefix of every key: empty, or ending in a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Throws an error that names the invalid setting or argument and gives the reason. */
type Reject = (reason: string) => never;

const EXAMPLES =
  's3://ACCESS:SECRET@host[:port]/bucket[/prefix][?region=…&tls=false], both keys percent-encoded, or file:///folder';

/** The URL may contain a secret, so errors must not repeat it. */
export const parseFilesUrl = (text: string, reject: Reject): FilesLocation => {
  const rejectUrl = (reason: string): never => reject(`${reason}; it must look like ${EXAMPLES}.`);
  const url = URL.parse(text);
  if (url?.protocol === 'file:') return { folder: parseFolder(url, rejectUrl) };
  if (url?.protocol !== 's3:' || url.host === '') return rejectUrl('is not a file location');
  const [, bucket = '', ...prefix] = url.pathname.replace(/\/+$/, '').split('/');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket)) rejectUrl('has no bucket');
  if (!prefix.every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !part.startsWith('.'))) {
    rejectUrl('has a prefix with characters other than letters, digits, dots, dashes and slashes');
  }
  if (url.username === '' || url.password === '') rejectUrl('has no access key or no secret');
  for (const name of url.searchParams.keys()) {
    if (!['region', 'tls'].includes(name)) rejectUrl('has an unknown parameter');
  }
  const tls = url.searchParams.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') rejectUrl("has a 'tls' that is neither true nor false");
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[A-Za-z0-9-]{1,64}$/.test(region)) rejectUrl("has an invalid 'region'");
  const rejectKey = () => rejectUrl('has a key or secret that is not percent-encoded');
  return {
    bucket: {
      endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
      region,
      bucket,
      prefix: prefix.map((part) => `${part}/`).join(''),
      accessKeyId: percentDecode(url.username, rejectKey),
      secretAccessKey: percentDecode(url.password, rejectKey),
    },
  };
};

/** Accepts a `file:` or `s3:` URL, or the path of a folder. */
export const parseFilesLocation = (text: string, reject: Reject): FilesLocation => {
  if (text.trim() === '') return reject('is empty. Enter a folder or a bucket.');
  // A single letter is a Windows drive, not a URL scheme.
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? parseFilesUrl(text, reject) : { folder: resolve(text) };
};

/** Returns true if a location is the folder `outer` or inside it, after resolving symbolic links. */
export const isWithin = (location: FilesLocation, outer: string): boolean => {
  if (!('folder' in location)) return false;
  const path = relative(resolveLinks(outer), resolveLinks(location.folder));
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
};

/** Resolves symbolic links in the existing part of the path. */
const resolveLinks = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(resolveLinks(parent), basename(folder));
  }
};

/** Describes a location for messages and logs, without secrets. */
export const describeLocation = (location: FilesLocation): string => {
  if ('folder' in location) return location.folder;
  const { endpoint, bucket, prefix } = location.bucket;
  return `s3://${new URL(endpoint).host}/${bucket}/${prefix}`.replace(/\/$/, '');
};

const parseFolder = (url: URL, rejectUrl: Reject): string => {
  try {
    return fileURLToPath(url);
  } catch {
    return rejectUrl('is not a folder on this machine');
  }
};

export const percentDecode = (text: string, reject: () => never): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return reject();
  }
};
