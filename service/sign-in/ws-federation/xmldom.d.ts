/** The part of xmldom that Ronda uses. The package's own types would pull in the browser types. */
export type Node = { readonly parentNode: Node | null };
export class DOMParser {
  constructor(options: { errorHandler: (level: string, message: string) => void });
  parseFromString(xml: string): { getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Node> };
}
