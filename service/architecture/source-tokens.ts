/** `value` excludes the quotes of a string or template; `line` starts at 1. */
export type Token = { kind: 'word' | 'mark' | 'text'; value: string; line: number };

/** An imported module. `specifier` is undefined if the name is computed at run time. */
export type Import = {
  specifier: string | undefined;
  /** The tokens between `import` or `export` and `from`; empty if nothing is imported by name. */
  clause: readonly string[];
  line: number;
};

/** Replaces an expression in the text of a template. */
export const EXPRESSION_PLACEHOLDER = '${}';

const TOKEN_PATTERN =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|[\p{ID_Continue}$]+|[\s\S]/uy;
const REGULAR_EXPRESSION_PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/uy;
const EXPRESSION_KEYWORD_PATTERN =
  /^(?:return|typeof|case|in|of|delete|void|instanceof|new|else|do|await|yield|throw)$/;

/**
 * Skips comments and the contents of regular expressions. TypeScript 7 has no parser API, and a text search would also
 * match comments and strings. Throws a RangeError for an unterminated template rather than risk missing an import.
 */
export const readTokens = (source: string): Token[] => {
  const tokens: Token[] = [];
  let position = 0;
  let line = 1;

  const consume = (pattern: RegExp): string => {
    pattern.lastIndex = position;
    const match = pattern.exec(source)?.[0] ?? '';
    position += match.length;
    line += match.split('\n').length - 1;
    return match;
  };

  const isDivision = () => {
    const lastToken = tokens.at(-1);
    if (lastToken === undefined) return false;
    if (lastToken.kind === 'word') return !EXPRESSION_KEYWORD_PATTERN.test(lastToken.value);
    return lastToken.kind === 'text' || [')', ']', '}', '<'].includes(lastToken.value);
  };

  // Emits a template's text as one token with a placeholder per expression, followed by the expressions' tokens.
  const readTemplate = () => {
    const token: Token = { kind: 'text', value: '', line };
    tokens.push(token);
    for (;;) {
      token.value += consume(/(?:[^\\`$]|\\[\s\S]|\$(?!\{))*/uy);
      if (consume(/`/uy)) return;
      if (!consume(/\$\{/uy))
        throw new RangeError(`the template that starts in line ${token.line} is not terminated`);
      token.value += EXPRESSION_PLACEHOLDER;
      readCode('}');
    }
  };

  const readCode = (end?: '}') => {
    for (let depth = 0; position < source.length; ) {
      if (
        source[position] === '/' &&
        !/^\/[/*]/.test(source.slice(position, position + 2)) &&
        !isDivision()
      ) {
        if (consume(REGULAR_EXPRESSION_PATTERN)) {
          tokens.push({ kind: 'text', value: '', line });
          continue;
        }
      }
      const start = line;
      const value = consume(TOKEN_PATTERN);
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

/** Returns every static, dynamic and type-only import and every `export … from`. */
export const readImports = (tokens: readonly Token[]): Import[] => {
  const imports: Import[] = [];
  const isToken = (index: number, value: string) =>
    tokens[index]?.kind !== 'text' && tokens[index]?.value === value;
  const readSpecifier = (index: number) => (tokens[index]?.kind === 'text' ? tokens[index].value : undefined);
  const isInClause = (token: Token | undefined) =>
    token !== undefined && (token.kind !== 'mark' || /^[{},*]$/.test(token.value));

  tokens.forEach((token, index) => {
    if (token.kind !== 'word' || isToken(index - 1, '.')) return;
    const add = (specifier: string | undefined, clause: string[] = []) =>
      imports.push({ specifier, clause, line: token.line });

    if (token.value === 'import' && isToken(index + 1, '(')) {
      const name = readSpecifier(index + 2);
      add(isToken(index + 3, ')') || isToken(index + 3, ',') ? name : undefined);
    } else if (token.value === 'import' && tokens[index + 1]?.kind === 'text') {
      add(readSpecifier(index + 1));
    } else if (token.value === 'import' || token.value === 'export') {
      // A clause consists of names, commas, stars and braces; anything else is a declaration or `import.meta`.
      for (let nextIndex = index + 1; isInClause(tokens[nextIndex]); nextIndex++) {
        if (!isToken(nextIndex, 'from') || readSpecifier(nextIndex + 1) === undefined) continue;
        add(
          readSpecifier(nextIndex + 1),
          tokens.slice(index + 1, nextIndex).map(({ value }) => value),
        );
        break;
      }
    }
  });
  return imports;
};
