import { createRandomPassword } from '#service/provisioning/random-password.ts';
import { ArgumentError } from './argument-error.ts';

export const readNewPassword = async (
  isFromStdin: boolean | undefined,
  input: AsyncIterable<Buffer>,
): Promise<{ password: string; messages: string[] }> => {
  if (!isFromStdin) {
    const password = createRandomPassword();
    return { password, messages: [`Password (shown only now): ${password}`] };
  }
  return { password: await readLine(input), messages: [] };
};

const MAX_INPUT_LENGTH = 4_096;

const readLine = async (input: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    parts.push(part);
    size += part.length;
    if (size > MAX_INPUT_LENGTH) throw new ArgumentError('Standard input contains more than a password.');
  }
  const password = decodeUtf8(Buffer.concat(parts)).replace(/\r?\n$/, '');
  // These characters cannot be typed into the sign-in form.
  if (/[\r\n\0]/.test(password)) {
    throw new ArgumentError('The password on standard input must be one line, without the character U+0000.');
  }
  return password;
};

const decodeUtf8 = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArgumentError('The password on standard input is not UTF-8.');
  }
};
