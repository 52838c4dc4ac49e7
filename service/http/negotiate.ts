type AcceptedType = { range: string; weight: number };

/** In characters. Browsers send a few hundred; parsing 64 KiB would block other requests for 35 ms. */
const MAX_READ_LENGTH = 2_000;

/** See RFC 9110, 12.4.2. Invalid elements have a weight of 0. */
const parseAccept = (header: string): AcceptedType[] =>
  header
    .slice(0, MAX_READ_LENGTH)
    .split(',')
    .map((element) => {
      const [range = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      const weight = quality === undefined ? 1 : Number(quality);
      return { range, weight: weight >= 0 && weight <= 1 ? weight : 0 };
    });

const findWeight = (accepted: readonly AcceptedType[], type: string): number => {
  for (const range of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const match = accepted.find((candidate) => candidate.range === range);
    if (match) return match.weight;
  }
  return 0;
};

/** Returns true if the client prefers HTML to JSON, as browsers do. */
export const prefersPage = (accept: string | undefined): boolean => {
  const accepted = parseAccept(accept ?? '');
  const jsonWeight = Math.max(
    findWeight(accepted, 'application/problem+json'),
    findWeight(accepted, 'application/json'),
  );
  return findWeight(accepted, 'text/html') > jsonWeight;
};

/** Falls back to the first language if none was requested. */
export const selectLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language => {
  let [preferred] = languages;
  let highest = 0;
  for (const { range, weight } of parseAccept(acceptLanguage ?? '')) {
    const language = languages.find((tag) => tag === range.split('-', 1)[0]);
    if (language === undefined || weight <= highest) continue;
    preferred = language;
    highest = weight;
  }
  return preferred;
};
