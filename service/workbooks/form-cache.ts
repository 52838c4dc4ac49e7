import type { Form } from '#workbook-engine/form.ts';

export type FormCache = {
  find(tenantId: number, versionId: string): Form | undefined;
  /** Adds a form. If there is no room, removes the least recently used forms of the tenant with the largest share. */
  add(tenantId: number, versionId: string, cached: CachedForm): void;
};

type CachedForm = { form: Form; bytes: number };

/** A tenant's forms, starting with the least recently used. */
type Share = { forms: Map<string, CachedForm>; bytes: number };

/** A tenant with many or large forms cannot displace the forms of tenants that use less of the cache. */
export const createFormCache = (maxBytes: number): FormCache => {
  const shares = new Map<number, Share>();
  let bytes = 0;

  const remove = (tenantId: number, share: Share, versionId: string) => {
    const removed = share.forms.get(versionId);
    if (!removed) return;
    share.forms.delete(versionId);
    share.bytes -= removed.bytes;
    bytes -= removed.bytes;
    if (share.forms.size === 0) shares.delete(tenantId);
  };

  return {
    find: (tenantId, versionId) => {
      const forms = shares.get(tenantId)?.forms;
      const cached = forms?.get(versionId);
      if (!cached) return undefined;
      forms!.delete(versionId);
      forms!.set(versionId, cached);
      return cached.form;
    },
    add: (tenantId, versionId, cached) => {
      const share = shares.get(tenantId) ?? { forms: new Map(), bytes: 0 };
      // Two requests may have compiled the same form.
      remove(tenantId, share, versionId);
      shares.set(tenantId, share);
      share.forms.set(versionId, cached);
      share.bytes += cached.bytes;
      bytes += cached.bytes;
      while (bytes > maxBytes) {
        const [largestTenant, largest] = [...shares].reduce((one, other) =>
          other[1].bytes > one[1].bytes ? other : one,
        );
        remove(largestTenant, largest, largest.forms.keys().next().value!);
      }
    },
  };
};
