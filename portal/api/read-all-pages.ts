/** For lists of dozens or hundreds of rows, such as an organisation's teams. */
export const readAllPages = async <Page extends { next: string | null }, Row>(
  readPage: (after: string | undefined) => Promise<Page>,
  selectRows: (page: Page) => readonly Row[],
): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await readPage(after);
    rows.push(...selectRows(page));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return rows;
};
