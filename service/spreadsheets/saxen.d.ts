/** The part of saxen that Ronda uses. The package has no type definitions. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string> | false) => void,
    ): this;
    on(
      event: 'closeTag' | 'text' | 'cdata' | 'comment' | 'attention',
      listener: (text: string) => void,
    ): this;
    on(event: 'error', listener: (error: Error) => void): this;
    write(xml: string): this;
    end(): Error | undefined;
    stop(): void;
  }
}
