import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import type { MailServer } from '#service/config.ts';
import type { SigningIdentity } from './signing-identity.ts';

export type ReceivedEmail = { from: string; to: string[]; headers: string; text: string };

export type TestMailServer = {
  /** The settings, as parsed from SMTP_URL. */
  settings: MailServer;
  emails: ReceivedEmail[];
};

type Behaviour = {
  /** Rejects every recipient. */
  shouldRejectRecipients?: boolean;
  /** Rejects every email after its content was sent. */
  shouldRejectEmails?: boolean;
  /** Uses TLS with this certificate from the first byte. */
  identity?: SigningIdentity;
};

/** Starts an SMTP server in this process that stores received messages. Uses TLS if given an identity. */
export const startMailServer = async (
  t: TestContext,
  { shouldRejectRecipients = false, shouldRejectEmails = false, identity }: Behaviour = {},
): Promise<TestMailServer> => {
  const emails: ReceivedEmail[] = [];
  const handleConnection = async (socket: Socket) => {
    const reply = (line: string) => void socket.write(`${line}\r\n`);
    let email = { from: '', to: [] as string[] };
    let data: string[] | undefined;
    reply('220 test');
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (data !== undefined) {
        if (line !== '.') data.push(line.replace(/^\./, ''));
        else {
          if (!shouldRejectEmails) emails.push({ ...email, ...parseMessage(data) });
          reply(shouldRejectEmails ? '451 not now' : '250 accepted');
          email = { from: '', to: [] };
          data = undefined;
        }
        continue;
      }
      const [, command = '', address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
      if (command === 'MAIL') email.from = address;
      if (command === 'RCPT') email.to.push(address);
      if (command === 'DATA') data = [];
      if (command === 'RCPT' && shouldRejectRecipients) reply('550 unknown recipient');
      else reply(command === 'DATA' ? '354 continue' : command === 'QUIT' ? '221 bye' : '250 ok');
      if (command === 'QUIT') socket.end();
    }
  };
  const onConnection = (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    handleConnection(socket).catch(() => socket.destroy());
  };
  const server = identity
    ? createTlsServer(
        { key: identity.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: identity.certificate },
        onConnection,
      )
    : createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const from = { name: 'Ronda', address: 'ronda@example.org' };
  const isTls = identity !== undefined;
  return { settings: { host: '127.0.0.1', port, isTls, auth: undefined, from }, emails };
};

/** Parses a message, whose long lines are quoted-printable. */
const parseMessage = (lines: readonly string[]): Pick<ReceivedEmail, 'headers' | 'text'> => {
  const [headers = '', body = ''] = `${lines.join('\n')}\n`.split(/\n\n([\s\S]*)/);
  if (!/^content-transfer-encoding: quoted-printable$/im.test(headers)) return { headers, text: body };
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return { headers, text: Buffer.from(bytes, 'latin1').toString('utf8') };
};
