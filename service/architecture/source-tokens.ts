/** A token of TypeScript for the rules. `text` is the content of a string or template; `line` counts from 1. */
export type Token = { kind: 'word' | 'mark' | 'text'; value: string; line: number };

/** An imported module. `specifier` is undefined if the name is computed at run time. */
export type Import = {
  specifier: string | undefined;
  /** The tokens between `import` or `export` and `from`; empty if a module is loaded without names. */
  clause: readonly string[];
  line: number;
};

/** Represents an expression in the text of a template. */
export const GAP = '${}';

const piece =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|[\p{ID_Continue}$]+|[\s\S]/uy;
const regularExpression = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/uy;
const beforeAnExpression =
  /^(?:return|typeof|case|in|of|delete|void|instanceof|new|else|do|await|yield|throw)$/;

/**
 * Splits a source text into words, marks and texts, without comments and regular expressions. TypeScript 7 offers no
 * parser to programs, and a search in the raw text would be misled by comments and strings. Throws a RangeError if a
 * template is not terminated, so that a misread file is an error and never a file without imports.
 */
export const readTokens = (source: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? '';
    at += found.length;
    line += found.split('\n').length - 1;
    return found;
  };

  const divides = () => {
    const last = tokens.at(-1);
    if (last === undefined) return false;
    if (last.kind === 'word') return !beforeAnExpression.test(last.value);
    return last.kind === 'text' || [')', ']', '}', '<'].includes(last.value);
  };

  // The text of a template is one token with a mark for each expression; the expressions follow as code.
  const readTemplate = () => {
    const token: Token = { kind: 'text', value: '', line };
    tokens.push(token);
    for (;;) {
      token.value += take(/(?:[^\\`$]|\\[\s\S]|\$(?!\{))*/uy);
      if (take(/`/uy)) return;
      if (!take(/\$\{/uy))
        throw new RangeError(`the template that starts in line ${token.line} is not terminated`);
      token.value += GAP;
      readCode('}');
    }
  };

  const readCode = (end?: '}') => {
    for (let depth = 0; at < source.length; ) {
      if (source[at] === '/' && !/^\/[/*]/.test(source.slice(at, at + 2)) && !divides()) {
        if (take(regularExpression)) {
          tokens.push({ kind: 'text', value: '', line });
          continue;
        }
      }
      const start = line;
      const value = take(piece);
      if (value === '`') readTemplate();
      else if (/^['"]./u.test(value)) tokens.push({ kind: 'text', value: value.slice(1, -1), line: start });
      else if (/^[\p{ID_Continue}$]/u.test(value)) tokens.push({ kind: 'word', value, line: start });
      else if (!/^(?:\s|\/[/*])/.test(value)) {
        if (value === '{') depth++;
        if (value === '}' && depth-- === 0 && end) return;
        tokens.push({ kind: 'mark', value, line: start });
      }
    }
  };

  readCode();
  return tokens;
};

/** Returns every static, dynamic and type-only import and every `export … from`, in order. */
export const readImports = (tokens: readonly Token[]): Import[] => {
  const imports: Import[] = [];
  const is = (index: number, value: string) =>
    tokens[index]?.kind !== 'text' && tokens[index]?.value === value;
  const specifierAt = (index: number) => (tokens[index]?.kind === 'text' ? tokens[index].value : undefined);
  const inClause = (token: Token | undefined) =>
    token !== undefined && (token.kind !== 'mark' || /^[{},*]$/.test(token.value));

  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || is(index - 1, '.')) return;
    const add = (specifier: string | undefined, clause: string[] = []) =>
      imports.push({ specifier, clause, line: token.line });

    if (token.value === 'import' && is(index + 1, '(')) {
      const name = specifierAt(index + 2);
      add(is(index + 3, ')') || is(index + 3, ',') ? name : undefined);
    } else if (token.value === 'import' && tokens[index + 1]?.kind === 'text') {
      add(specifierAt(index + 1));
    } else if (token.value === 'import' || token.value === 'export') {
      // A clause consists of names, commas, a star and one pair of braces; anything else is a declaration or
      // `import.meta`.
      for (let next = index + 1; inClause(tokens[next]); next++) {
        if (!is(next, 'from') || specifierAt(next + 1) === undefined) continue;
        add(
          specifierAt(next + 1),
          tokens.slice(index + 1, next).map(({ value }) => value),
        );
        break;
      }
    }
  });
  return imports;
};
