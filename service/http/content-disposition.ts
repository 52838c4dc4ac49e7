/** Whether a browser shows a file or saves it, and under which name, whatever is in that (RFC 6266, RFC 8187). */
export const contentDisposition = (kind: 'inline' | 'attachment', name: string): string => {
  // The plain form is for those who cannot read the other, and takes no quotes, controls or foreign letters.
  const plain = name.replaceAll(/[^ -~]|["\\/:*?<>|%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
};
