import type { Item, ItemDraft } from '#contract/item.ts';

type Value = string | number | boolean;
export const ATTRIBUTE_KINDS = ['text', 'number', 'flag'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];
/** An attribute as it is written in a form. */
export type AttributeRow = { name: string; kind: AttributeKind; text: string };

/** An item as it is written in a form: everything is text until it is sent. */
export type ItemForm = {
  externalId: string;
  title: string;
  address: string;
  latitude: string;
  longitude: string;
  attributes: AttributeRow[];
};

export const EMPTY_FORM: ItemForm = {
  externalId: '',
  title: '',
  address: '',
  latitude: '',
  longitude: '',
  attributes: [],
};

export const formOf = ({ externalId, title, address, location, attributes }: Item): ItemForm => ({
  externalId,
  title,
  address: address ?? '',
  latitude: location === null ? '' : String(location.latitude),
  longitude: location === null ? '' : String(location.longitude),
  attributes: Object.entries(attributes).map(([name, value]) => ({
    name,
    kind: typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text',
    text: String(value),
  })),
});

export type FormFault = { field: 'latitude' | 'longitude' | 'attributes'; row?: number };

/** What a form says, or what of it cannot be. */
export const readForm = (form: ItemForm): { draft: ItemDraft } | { faults: FormFault[] } => {
  const faults: FormFault[] = [];
  const latitude = readDegrees(form.latitude, 90);
  const longitude = readDegrees(form.longitude, 180);
  const isNowhere = form.latitude.trim() === '' && form.longitude.trim() === '';
  if (!isNowhere && latitude === undefined) faults.push({ field: 'latitude' });
  if (!isNowhere && longitude === undefined) faults.push({ field: 'longitude' });
  const attributes: Record<string, Value> = {};
  for (const [row, { name, kind, text }] of form.attributes.entries()) {
    const key = name.trim();
    const value = readValue(kind, text);
    if (key === '' || Object.hasOwn(attributes, key) || value === undefined)
      faults.push({ field: 'attributes', row });
    else Object.defineProperty(attributes, key, { value, enumerable: true });
  }
  if (faults.length > 0) return { faults };
  return {
    draft: {
      externalId: form.externalId.trim(),
      title: form.title.trim(),
      address: form.address.trim() === '' ? null : form.address.trim(),
      location: isNowhere ? null : { latitude: latitude!, longitude: longitude! },
      attributes,
    },
  };
};

/** With a comma too, as it is written in the Netherlands. */
const readNumber = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.');
  const number = Number(plain);
  return plain === '' || !Number.isFinite(number) ? undefined : number;
};

const readDegrees = (text: string, most: number): number | undefined => {
  const degrees = readNumber(text);
  return degrees !== undefined && Math.abs(degrees) <= most ? degrees : undefined;
};

const readValue = (kind: AttributeKind, text: string): Value | undefined => {
  if (kind === 'number') return readNumber(text);
  return kind === 'flag' ? text === 'true' : text;
};
