/** The part that is used here; the types that come with xmldom bring those of browsers with them. */
export type Node = { readonly parentNode: Node | null };
export class DOMParser {
  constructor(options: { errorHandler: (level: string, message: string) => void });
  parseFromString(xml: string): { getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Node> };
}
