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
import type { Path } from '#service/shape/issue.ts';
import { isStorableText } from '#workbook-engine/storable-text.ts';
import type { GrowingList, ListEntries } from './long-list.ts';
import type { TextError } from './text-error.ts';

/** The offset of each member of an object or entry of an array in the text. */
export type Offsets = Record<string | number, number>;

/** The first entries of a list, extracted while it was being parsed. */
export type ExtractedEntries = {
  count: number;
  /** Where the remaining entries start: at a dash, or at the preceding comma. */
  end: number;
  /** Their values, list by list, unless they went into a long list. */
  parts: unknown[][];
  long: GrowingList | undefined;
  /** Adds the remaining entries at the end, and returns the list that represents the whole one. */
  whenFinished: ((rest: ListEntries) => unknown[]) | undefined;
};

export type PlainValues = {
  issues: TextError[];
  /** Garbage-collected together with the values. */
  offsets: WeakMap<object, Offsets>;
  /** The entries extracted from a list before the list was complete. */
  extracted: WeakMap<CST.Token, ExtractedEntries>;
  /** Returns the value of a document, or of some list entries given as a document. */
  ofTokens(tokens: Iterable<CST.Token>): unknown;
};

const OPTIONS = {
  // Duplicate members are detected below: the package compares each with each.
  uniqueKeys: false,
  keepSourceTokens: true,
  // Only texts, numbers, true, false, null, lists and objects, whatever tag (`!!timestamp`) or `%YAML 1.1` the file
  // uses: dates, bytes and merged members would reach the database as something else.
  schema: 'core',
  resolveKnownTags: false,
} as const;

/** Converts syntax to plain values, stores the offsets of their members, and collects errors. */
export const createPlainValues = (): PlainValues => {
  const issues: TextError[] = [];
  const offsets: PlainValues['offsets'] = new WeakMap();
  const extracted: PlainValues['extracted'] = new WeakMap();
  const anchored = new Map<string, unknown>();
  let anchorsAround = 0;

  const issue = (offset: number, message: string): undefined => void issues.push({ offset, message });

  const ofTokens = (tokens: Iterable<CST.Token>): unknown => {
    const composer = new Composer(OPTIONS);
    const [document, second] = composer.compose(tokens, true, 0);
    for (const { pos, message } of document!.errors) issue(pos[0], message);
    if (second) issue(second.range[0], 'A second document starts here. A file can contain only one.');
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

  /** Returns the anchor's value itself, not a copy. With nested anchors a short file could expand to a huge one. */
  const ofAlias = (alias: Alias): unknown => {
    const { source } = alias;
    if (anchorsAround > 0)
      return issue(offsetOf(alias), `*${source} is used inside another anchor. Write out its value.`);
    if (!anchored.has(source))
      return issue(offsetOf(alias), `There is no anchor &${source} before this alias.`);
    return anchored.get(source);
  };

  const ofUnanchored = (node: Node | null): unknown => {
    if (isScalar(node)) return ofScalar(node);
    if (isSeq<Node>(node)) return ofList(node.items, node.srcToken && extracted.get(node.srcToken));
    if (isMap<Node, Node | null>(node)) return ofMembers(node.items);
    return null;
  };

  const ofList = (items: readonly Node[], before: ExtractedEntries | undefined) => {
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
        issue(offsetOf(key), `${JSON.stringify(name)} is not a valid member name.`);
      } else if (Object.hasOwn(object, name)) {
        issue(offsetOf(key), `The member ${name} appears twice.`);
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
      return issue(
        offsetOf(node),
        'The text contains an invalid character: U+0000 or half of a surrogate pair.',
      );
    }
    if (typeof value === 'number' && (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      return issue(
        offsetOf(node),
        `The number ${source} cannot be stored exactly. If it is a text, put it in quotes.`,
      );
    }
    return value;
  };

  return { issues, offsets, extracted, ofTokens };
};

/** Returns the offset of the value at a path, or of the innermost existing value around it. */
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

/** Names with a meaning in JavaScript objects; data never needs them (S7). */
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
