import { uploadLimits } from '#contract/upload-limits.ts';

/** Control characters, characters that change the direction of text, and other invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** Characters with a special meaning in a file system. */
const RESERVED = /[<>:"|?*]/g;
const NAMELESS = 'unnamed';
/** Characters of which a name is made. With 60,000 points, removing those at its end took ten seconds. */
const MAX_READ = 4 * uploadLimits.fileName;

/** A file name that is safe to show and to offer for saving: without path and invisible characters (S39). */
export const cleanFileName = (given: string): string => {
  const name = given.split(/[/\\]/).at(-1)!.replace(INVISIBLE, '').replace(RESERVED, '_').slice(0, MAX_READ);
  const shown = name.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  return [...shown].slice(0, uploadLimits.fileName).join('') || NAMELESS;
};

/** The extensions of a content type; the first is added to names that have none of them. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
};

/** The name for saving a picture, with the extension of its current type, which may differ from the type that was sent. */
export const withExtensionOf = (contentType: string, name: string): string => {
  const extensions = EXTENSIONS[contentType];
  if (!extensions) return name;
  const [, stem = name, extension = ''] = /^(.+)\.([^.]{1,5})$/.exec(name) ?? [];
  return extensions.includes(extension.toLowerCase()) ? name : `${stem}.${extensions[0]}`;
};
