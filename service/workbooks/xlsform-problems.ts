import { Problem } from '#service/problem.ts';

export const formUnreadable = (why: string) => new Problem('invalid', why);
