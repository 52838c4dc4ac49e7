/** Builds a Content-Disposition header for any file name (RFC 6266, RFC 8187). */
export const formatContentDisposition = (kind: 'inline' | 'attachment', name: string): string => {
  // Old clients read the plain form, which cannot contain quotes, control characters or non-ASCII letters.
  const plain = name.replaceAll(/[^ -~]|["\\/:*?<>|%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
};
