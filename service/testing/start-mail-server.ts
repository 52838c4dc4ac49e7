import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import type { MailServer } from '#service/config.ts';
import type { SigningIdentity } from './signing-identity.ts';

export type ReceivedMail = { from: string; to: string[]; headers: string; text: string };

export type TestMailServer = {
  /** As SMTP_URL would say it. */
  settings: MailServer;
  mails: ReceivedMail[];
};

type Behaviour = {
  /** Says no to every recipient. */
  refusesRecipients?: boolean;
  /** Says no to every mail once it was sent. */
  refusesMails?: boolean;
  /** Speaks TLS with this certificate, from the first byte. */
  identity?: SigningIdentity;
};

/** A mail server in this process that keeps what it is sent; without TLS unless it has a certificate. */
export const startMailServer = async (
  t: TestContext,
  { refusesRecipients = false, refusesMails = false, identity }: Behaviour = {},
): Promise<TestMailServer> => {
  const mails: ReceivedMail[] = [];
  const talk = async (socket: Socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let mail = { from: '', to: [] as string[] };
    let data: string[] | undefined;
    say('220 test');
    for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (data !== undefined) {
        if (line !== '.') data.push(line.replace(/^\./, ''));
        else {
          if (!refusesMails) mails.push({ ...mail, ...partsOf(data) });
          say(refusesMails ? '451 not now' : '250 taken');
          mail = { from: '', to: [] };
          data = undefined;
        }
        continue;
      }
      const [, command = '', address = ''] = /^(\w+)(?:[^<]*<([^>]*)>)?/.exec(line) ?? [];
      if (command === 'MAIL') mail.from = address;
      if (command === 'RCPT') mail.to.push(address);
      if (command === 'DATA') data = [];
      if (command === 'RCPT' && refusesRecipients) say('550 nobody of that name');
      else say(command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok');
      if (command === 'QUIT') socket.end();
    }
  };
  const welcome = (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    talk(socket).catch(() => socket.destroy());
  };
  const server = identity
    ? createTlsServer(
        { key: identity.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: identity.certificate },
        welcome,
      )
    : createServer(welcome);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const from = { name: 'Ronda', address: 'ronda@example.org' };
  const isTls = identity !== undefined;
  return { settings: { host: '127.0.0.1', port, isTls, auth: undefined, from }, mails };
};

/** The text is sent as quoted-printable when a line of it is long. */
const partsOf = (lines: readonly string[]): Pick<ReceivedMail, 'headers' | 'text'> => {
  const [headers = '', body = ''] = `${lines.join('\n')}\n`.split(/\n\n([\s\S]*)/);
  if (!/^content-transfer-encoding: quoted-printable$/im.test(headers)) return { headers, text: body };
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return { headers, text: Buffer.from(bytes, 'latin1').toString('utf8') };
};
