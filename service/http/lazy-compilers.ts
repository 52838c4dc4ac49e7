import createValidators from '@fastify/ajv-compiler';
import createSerializers from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Validate = ReturnType<FastifySchemaCompiler<unknown>>;
type Serialize = (data: unknown) => string;

declare module 'fastify' {
  interface FastifyInstance {
    compileSchemas(): void;
  }
}

/**
 * Compiles schemas on first use, for tests, because compiling all of them takes 0.5 s of CPU time. The server
 * calls `compileAll`.
 */
export const createLazyCompilers = () => {
  const [buildValidator, buildSerializer] = [createValidators(), createSerializers()];
  const compilers: (() => unknown)[] = [];
  const once = <Compiled>(compile: () => Compiled): (() => Compiled) => {
    let compiled: Compiled | undefined;
    const getCompiled = () => {
      compiled ??= compile();
      return compiled;
    };
    compilers.push(getCompiled);
    return getCompiled;
  };
  return {
    compilersFactory: {
      buildValidator: (...options: Parameters<typeof buildValidator>) => {
        const compile = buildValidator(...options) as FastifySchemaCompiler<unknown>;
        return (route: Parameters<typeof compile>[0]) => lazyValidator(once(() => compile(route)));
      },
      buildSerializer: (...options: Parameters<typeof buildSerializer>) => {
        const compile = buildSerializer(...options);
        return (route: Parameters<typeof compile>[0]) => lazySerializer(once(() => compile(route)));
      },
    },
    compileAll: () => {
      for (const compile of compilers) compile();
    },
  };
};

const lazyValidator = (getCompiled: () => Validate): Validate => {
  const validate: Validate = (data) => {
    const compiled = getCompiled();
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};

const lazySerializer =
  (getCompiled: () => Serialize): Serialize =>
  (data) =>
    getCompiled()(data);
