import { UserPatch } from '#contract/user.ts';
import { randomPassword } from '#service/provisioning/random-password.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';
import { ArgumentError } from './argument-error.ts';

/** A password, and what the operator is told of it. */
export type ChosenPassword = { password: string; told: string[] };

const shapeFaults = createShapeCheck(UserPatch, { whole: 'The user', secrets: ['password'] });

/** A password that nobody knows yet, or the first line of standard input. */
export const choosePasswordFor = async (
  isOnStandardInput: boolean | undefined,
  input: AsyncIterable<Buffer>,
): Promise<ChosenPassword> => {
  if (!isOnStandardInput) {
    const password = randomPassword();
    return { password, told: [`Password (shown only now): ${password}`] };
  }
  const password = await readLine(input);
  const { faults } = shapeFaults({ password });
  if (faults.length > 0) throw new ArgumentError(faults.map(({ message }) => message).join('\n'));
  return { password, told: [] };
};

const LONGEST_INPUT = 4_096;

const readLine = async (input: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    parts.push(part);
    size += part.length;
    if (size > LONGEST_INPUT) throw new ArgumentError('Standard input holds more than a password.');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
    return text.replace(/\r?\n$/, '');
  } catch {
    throw new ArgumentError('The password on standard input is not UTF-8.');
  }
};
