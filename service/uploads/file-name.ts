import { uploadLimits } from '#contract/upload-limits.ts';

/** Control characters, those that turn the direction of text around, and other invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
/** What some file system gives a meaning. */
const WITH_A_MEANING = /[<>:"|?*]/g;
const NAMELESS = 'unnamed';

/** A name as its sender gave it, as far as it may be shown and offered for saving: no path, nothing invisible (S39). */
export const cleanFileName = (given: string): string => {
  const name = given.split(/[/\\]/).at(-1)!.replace(INVISIBLE, '').replace(WITH_A_MEANING, '_');
  const shown = name.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '');
  return [...shown].slice(0, uploadLimits.fileName).join('') || NAMELESS;
};

/** The endings that a type of content may have; the first is given to what has none of them. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
};

/** The name under which a picture is saved: it may have been of another type when it was sent. */
export const withEndingOf = (contentType: string, name: string): string => {
  const endings = ENDINGS[contentType];
  if (!endings) return name;
  const [, stem = name, ending = ''] = /^(.+)\.([^.]{1,5})$/.exec(name) ?? [];
  return endings.includes(ending.toLowerCase()) ? name : `${stem}.${endings[0]}`;
};
