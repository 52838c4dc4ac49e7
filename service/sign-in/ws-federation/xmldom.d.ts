/** The used part of xmldom; the types of the package would add the types of browsers. */
export type Node = { readonly parentNode: Node | null };
export class DOMParser {
  constructor(options: { errorHandler: (level: string, message: string) => void });
  parseFromString(xml: string): { getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Node> };
}
