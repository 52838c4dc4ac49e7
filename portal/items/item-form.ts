import type { Item, NewItem } from '#contract/item.ts';

type Value = string | number | boolean;
export const ATTRIBUTE_KINDS = ['text', 'number', 'flag'] as const;
type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];
export type AttributeRow = { name: string; kind: AttributeKind; text: string };

/** Numbers remain strings until the form is submitted. */
export const toFormValues = ({
  externalId = '',
  title = '',
  address,
  location,
  attributes = {},
}: Partial<Item>) => ({
  externalId,
  title,
  address: address ?? '',
  latitude: String(location?.latitude ?? ''),
  longitude: String(location?.longitude ?? ''),
  attributes: Object.entries(attributes).map(
    ([name, value]): AttributeRow => ({
      name,
      kind: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text',
      text: String(value),
    }),
  ),
});

export type ItemForm = ReturnType<typeof toFormValues>;

export type FormError = { field: 'latitude' | 'longitude' | 'attributes'; row?: number };

export const parseForm = (form: ItemForm): { item: NewItem } | { issues: FormError[] } => {
  const issues: FormError[] = [];
  const latitude = parseDegrees(form.latitude, 90);
  const longitude = parseDegrees(form.longitude, 180);
  const hasNoLocation = form.latitude.trim() === '' && form.longitude.trim() === '';
  if (!hasNoLocation && latitude === undefined) issues.push({ field: 'latitude' });
  if (!hasNoLocation && longitude === undefined) issues.push({ field: 'longitude' });
  const attributes: Record<string, Value> = {};
  for (const [row, { name, kind, text }] of form.attributes.entries()) {
    const key = name.trim();
    const value = parseValue(kind, text);
    if (key === '' || Object.hasOwn(attributes, key) || value === undefined)
      issues.push({ field: 'attributes', row });
    else Object.defineProperty(attributes, key, { value, enumerable: true });
  }
  if (issues.length > 0) return { issues };
  return {
    item: {
      externalId: form.externalId.trim(),
      title: form.title.trim(),
      address: form.address.trim() === '' ? null : form.address.trim(),
      location: hasNoLocation ? null : { latitude: latitude!, longitude: longitude! },
      attributes,
    },
  };
};

const parseNumber = (text: string): number | undefined => {
  const normalisedText = text.trim().replace(',', '.');
  const number = Number(normalisedText);
  return normalisedText === '' || !Number.isFinite(number) ? undefined : number;
};

const parseDegrees = (text: string, max: number): number | undefined => {
  const degrees = parseNumber(text);
  return degrees !== undefined && Math.abs(degrees) <= max ? degrees : undefined;
};

const parseValue = (kind: AttributeKind, text: string): Value | undefined => {
  if (kind === 'number') return parseNumber(text);
  return kind === 'flag' ? text === 'true' : text;
};
