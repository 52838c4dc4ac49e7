import {
  type Alias,
  Composer,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Path } from '#service/shape/fault.ts';
import { isStorableText } from '#workbook-engine/storable-text.ts';
import type { TextFault } from './fault.ts';
import type { GrowingList, ListEntries } from './long-list.ts';

/** Where each member of an object or entry of an array starts in the text. */
export type Offsets = Record<string | number, number>;

/** What was taken out of a list while it was being parsed: its first entries. */
export type TakenEntries = {
  count: number;
  /** Where the others begin: at a dash, or at the comma before. */
  end: number;
  /** Their values, list after list, unless they went into a long one. */
  parts: unknown[][];
  long: GrowingList | undefined;
  /** Takes what is left at the end, and gives the list that stands for the whole one. */
  whenFinished: ((rest: ListEntries) => unknown[]) | undefined;
};

export type PlainValues = {
  faults: TextFault[];
  /** Forgotten together with the values. */
  offsets: WeakMap<object, Offsets>;
  /** What was taken out of a list before the list itself was finished. */
  taken: WeakMap<CST.Token, TakenEntries>;
  /** The value of a whole document, or of some entries of a list given as if they were one. */
  ofTokens(tokens: Iterable<CST.Token>): unknown;
};

const OPTIONS = {
  // Repeated members are looked for below: the package compares each with each.
  uniqueKeys: false,
  keepSourceTokens: true,
  // Texts, numbers, true, false, null, lists and objects, whatever a tag (`!!timestamp`) or `%YAML 1.1` asks for:
  // dates, bytes and merged members would reach the database as something else.
  schema: 'core',
  resolveKnownTags: false,
} as const;

/** Turns pieces of syntax into plain values, remembers where their members began, and collects faults. */
export const createPlainValues = (): PlainValues => {
  const faults: TextFault[] = [];
  const offsets: PlainValues['offsets'] = new WeakMap();
  const taken: PlainValues['taken'] = new WeakMap();
  const anchored = new Map<string, unknown>();
  let anchorsAround = 0;

  const fault = (offset: number, message: string): undefined => void faults.push({ offset, message });

  const ofTokens = (tokens: Iterable<CST.Token>): unknown => {
    const composer = new Composer(OPTIONS);
    const [document, second] = composer.compose(tokens, true, 0);
    for (const { pos, message } of document!.errors) fault(pos[0], message);
    if (second) fault(second.range[0], 'A second document begins here; a file holds one.');
    return document!.errors.length > 0 ? undefined : ofNode(document!.contents);
  };

  const ofNode = (node: Node | null): unknown => {
    if (isAlias(node)) return ofAlias(node);
    const anchor = (node as Scalar | YAMLMap | YAMLSeq | null)?.anchor;
    if (anchor === undefined) return ofUnanchored(node);
    anchorsAround++;
    const value = ofUnanchored(node);
    anchorsAround--;
    anchored.set(anchor, value);
    return value;
  };

  /** The anchor's value itself, not a copy. Anchors in anchors would let a short file mean a huge one. */
  const ofAlias = (alias: Alias): unknown => {
    const { source } = alias;
    if (anchorsAround > 0)
      return fault(offsetOf(alias), `*${source} is used within an anchor: write its value out.`);
    if (!anchored.has(source)) return fault(offsetOf(alias), `There is no anchor &${source} before this.`);
    return anchored.get(source);
  };

  const ofUnanchored = (node: Node | null): unknown => {
    if (isScalar(node)) return ofScalar(node);
    if (isSeq<Node>(node)) return ofList(node.items, node.srcToken && taken.get(node.srcToken));
    if (isMap<Node, Node | null>(node)) return ofMembers(node.items);
    return null;
  };

  const ofList = (items: readonly Node[], before: TakenEntries | undefined) => {
    const list: unknown[] = [];
    const places: Offsets = {};
    const add = (value: unknown, offset: number) => {
      places[list.length] = offset;
      list.push(value);
    };
    for (const part of before?.parts ?? []) {
      part.forEach((value, index) => void add(value, offsets.get(part)![index]!));
    }
    for (const item of items) add(ofNode(item), offsetOf(item));
    offsets.set(list, places);
    const rest = { values: list, offsetOf: (path: Path) => offsetWithin(path, list, offsets) };
    return before?.whenFinished?.(rest) ?? list;
  };

  const ofMembers = (members: readonly { key: Node; value: Node | null }[]) => {
    const object: Record<string, unknown> = {};
    const places: Offsets = {};
    for (const { key, value } of members) {
      const name = isScalar(key) && key.value !== null ? String(key.value) : '';
      if (name === '' || UNSAFE_NAMES.has(name) || !isStorableText(name)) {
        fault(offsetOf(key), `${JSON.stringify(name)} cannot be the name of a member.`);
      } else if (Object.hasOwn(object, name)) {
        fault(offsetOf(key), `The member ${name} is given twice.`);
      } else {
        object[name] = ofNode(value);
        places[name] = offsetOf(key);
      }
    }
    offsets.set(object, places);
    return object;
  };

  const ofScalar = (node: Scalar): unknown => {
    const { value, source } = node;
    if (typeof value === 'string' && !isStorableText(value)) {
      return fault(
        offsetOf(node),
        'The text holds a character that no text has: U+0000 or half a surrogate pair.',
      );
    }
    if (typeof value === 'number' && (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      return fault(offsetOf(node), `The number ${source} cannot be kept exactly; a text is put in quotes.`);
    }
    return value;
  };

  return { faults, offsets, taken, ofTokens };
};

/** The offset of what a path leads to, or of the innermost thing around it that is there. */
export const offsetWithin = (path: Path, value: unknown, offsets: PlainValues['offsets']): number => {
  let offset = 0;
  let here = value;
  for (const step of path) {
    const next = typeof here === 'object' && here !== null ? offsets.get(here)?.[step] : undefined;
    if (next === undefined) return offset;
    offset = next;
    here = (here as Record<string | number, unknown>)[step];
  }
  return offset;
};

const offsetOf = (node: Node) => node.range?.[0] ?? 0;

/** Names that would reach into JavaScript's own objects; nobody needs them for data (S7). */
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
