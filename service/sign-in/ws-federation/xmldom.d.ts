/** The part of xmldom that is used here; the package's own types would add the types of browsers. */
export type Node = { readonly parentNode: Node | null };
export class DOMParser {
  constructor(options: { errorHandler: (level: string, message: string) => void });
  parseFromString(xml: string): { getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Node> };
}
