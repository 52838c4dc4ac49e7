import { uploadLimits } from '#contract/upload-limits.ts';

/** Control characters, bidirectional controls and other invisible characters. */
const INVISIBLE_PATTERN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** Characters with a special meaning in file systems. */
const RESERVED_PATTERN = /[<>:"|?*]/g;
const FALLBACK_NAME = 'unnamed';
/** Longer names are truncated before trimming: removing 60,000 trailing dots would take ten seconds. */
const MAX_LENGTH = 4 * uploadLimits.fileName;

/** Returns a name that is safe to display and save (S39). */
export const cleanFileName = (originalName: string): string => {
  const name = originalName
    .split(/[/\\]/)
    .at(-1)!
    .replace(INVISIBLE_PATTERN, '')
    .replace(RESERVED_PATTERN, '_')
    .slice(0, MAX_LENGTH);
  const trimmedName = name.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  return [...trimmedName].slice(0, uploadLimits.fileName).join('') || FALLBACK_NAME;
};

/** Names with none of these extensions get the first one. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
};

/** A picture's stored type may differ from the type that was sent. */
export const setExtension = (mediaType: string, name: string): string => {
  const extensions = EXTENSIONS[mediaType];
  if (!extensions) return name;
  const [, stem = name, extension = ''] = /^(.+)\.([^.]{1,5})$/.exec(name) ?? [];
  return extensions.includes(extension.toLowerCase()) ? name : `${stem}.${extensions[0]}`;
};
