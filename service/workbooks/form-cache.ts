import type { Form } from '#workbook-engine/form.ts';

export type FormCache = {
  find(tenantId: number, versionId: string): Form | undefined;
  /** If the cache is full, evicts the least recently used forms of the tenant with the largest share. */
  add(tenantId: number, versionId: string, cachedForm: CachedForm): void;
};

type CachedForm = { form: Form; bytes: number };

/** Ordered from the least to the most recently used form. */
type TenantShare = { forms: Map<string, CachedForm>; bytes: number };

/** A tenant with many or large forms cannot evict the forms of tenants that use less of the cache. */
export const createFormCache = (maxBytes: number): FormCache => {
  const shares = new Map<number, TenantShare>();
  let totalBytes = 0;

  const remove = (tenantId: number, share: TenantShare, versionId: string) => {
    const removedForm = share.forms.get(versionId);
    if (!removedForm) return;
    share.forms.delete(versionId);
    share.bytes -= removedForm.bytes;
    totalBytes -= removedForm.bytes;
    if (share.forms.size === 0) shares.delete(tenantId);
  };

  return {
    find: (tenantId, versionId) => {
      const forms = shares.get(tenantId)?.forms;
      const cachedForm = forms?.get(versionId);
      if (!cachedForm) return undefined;
      forms!.delete(versionId);
      forms!.set(versionId, cachedForm);
      return cachedForm.form;
    },
    add: (tenantId, versionId, cachedForm) => {
      const share = shares.get(tenantId) ?? { forms: new Map(), bytes: 0 };
      // Two requests may have compiled the same form.
      remove(tenantId, share, versionId);
      shares.set(tenantId, share);
      share.forms.set(versionId, cachedForm);
      share.bytes += cachedForm.bytes;
      totalBytes += cachedForm.bytes;
      while (totalBytes > maxBytes) {
        const [largestTenantId, largestShare] = [...shares].reduce((one, other) =>
          other[1].bytes > one[1].bytes ? other : one,
        );
        remove(largestTenantId, largestShare, largestShare.forms.keys().next().value!);
      }
    },
  };
};
