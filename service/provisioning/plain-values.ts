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

/** The offset in the document of each property of an object, or of each entry in an array. */
export type Offsets = Record<string | number, number>;

export type ExtractedEntries = {
  count: number;
  /** The offset where the remaining entries start: at a dash or at the preceding comma. */
  end: number;
  /** The values of the extracted entries, in batches, unless they are in a long list. */
  batches: unknown[][];
  growingList: GrowingList | undefined;
  /** Adds the remaining entries to the end and returns the complete list. */
  finish: ((remainingEntries: ListEntries) => unknown[]) | undefined;
};

export type PlainValues = {
  issues: TextError[];
  /** A WeakMap, so that offsets are garbage-collected along with their values. */
  offsets: WeakMap<object, Offsets>;
  /** The entries extracted from a list before the list was complete. */
  extractedEntries: WeakMap<CST.Token, ExtractedEntries>;
  /** Returns the value of a document, or of some list entries in the form of a document. */
  parseTokens(tokens: Iterable<CST.Token>): unknown;
};

const OPTIONS = {
  // Duplicate keys are detected below: the package takes quadratic time to find them.
  uniqueKeys: false,
  keepSourceTokens: true,
  // Allows only strings, numbers, booleans, null, lists and objects, even if there are tags such as `!!timestamp`, or
  // `%YAML 1.1` is set: dates, bytes and merged keys could not be stored as written.
  schema: 'core',
  resolveKnownTags: false,
} as const;

export const createPlainValues = (): PlainValues => {
  const issues: TextError[] = [];
  const offsets: PlainValues['offsets'] = new WeakMap();
  const extractedEntries: PlainValues['extractedEntries'] = new WeakMap();
  const anchoredValues = new Map<string, unknown>();
  let anchorDepth = 0;

  const addIssue = (offset: number, message: string): undefined => void issues.push({ offset, message });

  const parseTokens = (tokens: Iterable<CST.Token>): unknown => {
    const composer = new Composer(OPTIONS);
    const [document, secondDocument] = composer.compose(tokens, true, 0);
    for (const { pos, message } of document!.errors) addIssue(pos[0], message);
    if (secondDocument)
      addIssue(secondDocument.range[0], 'A second document starts here. A file can contain only one.');
    return document!.errors.length > 0 ? undefined : parseNode(document!.contents);
  };

  const parseNode = (node: Node | null): unknown => {
    if (isAlias(node)) return parseAlias(node);
    const anchor = (node as Scalar | YAMLMap | YAMLSeq | null)?.anchor;
    if (anchor === undefined) return parseUnanchored(node);
    anchorDepth++;
    const value = parseUnanchored(node);
    anchorDepth--;
    anchoredValues.set(anchor, value);
    return value;
  };

  /** Rejects aliases inside anchors: they would let a short file expand to a huge one. */
  const parseAlias = (alias: Alias): unknown => {
    const { source } = alias;
    if (anchorDepth > 0)
      return addIssue(offsetOf(alias), `*${source} is used inside another anchor. Write out its value.`);
    if (!anchoredValues.has(source))
      return addIssue(offsetOf(alias), `There is no anchor &${source} before this alias.`);
    return anchoredValues.get(source);
  };

  const parseUnanchored = (node: Node | null): unknown => {
    if (isScalar(node)) return parseScalar(node);
    if (isSeq<Node>(node)) return parseList(node.items, node.srcToken && extractedEntries.get(node.srcToken));
    if (isMap<Node, Node | null>(node)) return parseProperties(node.items);
    return null;
  };

  const parseList = (items: readonly Node[], entriesFromTokens: ExtractedEntries | undefined) => {
    const list: unknown[] = [];
    const childOffsets: Offsets = {};
    const add = (value: unknown, offset: number) => {
      childOffsets[list.length] = offset;
      list.push(value);
    };
    for (const batch of entriesFromTokens?.batches ?? []) {
      batch.forEach((value, index) => void add(value, offsets.get(batch)![index]!));
    }
    for (const item of items) add(parseNode(item), offsetOf(item));
    offsets.set(list, childOffsets);
    const remainingEntries = {
      values: list,
      findOffset: (path: Path) => findOffsetWithin(path, list, offsets),
    };
    return entriesFromTokens?.finish?.(remainingEntries) ?? list;
  };

  const parseProperties = (pairs: readonly { key: Node; value: Node | null }[]) => {
    const object: Record<string, unknown> = {};
    const childOffsets: Offsets = {};
    for (const { key, value } of pairs) {
      const name = isScalar(key) && key.value !== null ? String(key.value) : '';
      if (name === '' || UNSAFE_NAMES.has(name) || !isStorableText(name)) {
        addIssue(offsetOf(key), `${JSON.stringify(name)} is not a valid property name.`);
      } else if (Object.hasOwn(object, name)) {
        addIssue(offsetOf(key), `The field ${name} appears twice.`);
      } else {
        object[name] = parseNode(value);
        childOffsets[name] = offsetOf(key);
      }
    }
    offsets.set(object, childOffsets);
    return object;
  };

  const parseScalar = (node: Scalar): unknown => {
    const { value, source } = node;
    if (typeof value === 'string' && !isStorableText(value)) {
      return addIssue(
        offsetOf(node),
        'The text contains an invalid character: U+0000 or half of a surrogate pair.',
      );
    }
    if (typeof value === 'number' && (Number.isNaN(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      return addIssue(
        offsetOf(node),
        `The number ${source} cannot be stored exactly. If it is meant as text, put it in quotes.`,
      );
    }
    return value;
  };

  return { issues, offsets, extractedEntries, parseTokens };
};

/** Returns the offset of the value at a path, falling back to its closest existing parent. */
export const findOffsetWithin = (path: Path, value: unknown, offsets: PlainValues['offsets']): number => {
  let offset = 0;
  let current = value;
  for (const step of path) {
    const next = typeof current === 'object' && current !== null ? offsets.get(current)?.[step] : undefined;
    if (next === undefined) return offset;
    offset = next;
    current = (current as Record<string | number, unknown>)[step];
  }
  return offset;
};

const offsetOf = (node: Node) => node.range?.[0] ?? 0;

/** Names with a special meaning in JavaScript objects (S7). */
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
