/** One member of a header such as Accept: what it asks for, and how much. */
type Wish = { range: string; weight: number };

/** Characters. Browsers send some hundred; to read all of 64 KiB takes 35 ms, in which nobody else is served. */
const LONGEST_READ = 2_000;

/** Accept or Accept-Language, as its members (RFC 9110, 12.4.2). One that cannot be read asks for nothing. */
const readWishes = (header: string): Wish[] =>
  header
    .slice(0, LONGEST_READ)
    .split(',')
    .map((member) => {
      const [range = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      const weight = given === undefined ? 1 : Number(given);
      return { range, weight: weight >= 0 && weight <= 1 ? weight : 0 };
    });

/** How much a media type is asked for: by its own name, else by what stands for many. */
const weightOf = (wishes: readonly Wish[], type: string): number => {
  const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  for (const range of ranges) {
    const wish = wishes.find((each) => each.range === range);
    if (wish) return wish.weight;
  }
  return 0;
};

/** Whether a caller would rather have a page to look at than JSON, as browsers say and programs do not. */
export const prefersPage = (accept: string | undefined): boolean => {
  const wishes = readWishes(accept ?? '');
  const json = Math.max(weightOf(wishes, 'application/problem+json'), weightOf(wishes, 'application/json'));
  return weightOf(wishes, 'text/html') > json;
};

/** The language that a reader asks for most among those there are; the first of them when none is asked for. */
export const preferredLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language => {
  let [preferred] = languages;
  let most = 0;
  for (const { range, weight } of readWishes(acceptLanguage ?? '')) {
    const language = languages.find((each) => each === range.split('-', 1)[0]);
    if (language === undefined || weight <= most) continue;
    preferred = language;
    most = weight;
  }
  return preferred;
};
