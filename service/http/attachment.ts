/** A Content-Disposition that has the answer saved under this name, whatever is in it (RFC 6266). */
export const attachmentNamed = (name: string): string => {
  // The plain form is for those who cannot read the other, and takes no quotes, controls or foreign letters.
  const plain = name.replaceAll(/[^ -~]|["\\/:*?<>|%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
};
