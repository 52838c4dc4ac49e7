import style from './Sheet.css?inline';

/** A page that needs nothing else: what stands on the sheet, its style, and the pictures within it. */
export const writePage = async (
  sheet: HTMLElement,
  { title, language, pictures }: { title: string; language: string; pictures: ReadonlyMap<string, Blob> },
): Promise<string> => {
  const copy = sheet.cloneNode(true) as HTMLElement;
  copy.classList.add('report-alone');
  // In the app the screen has a title above; here this is the first.
  const before = copy.firstElementChild!;
  const heading = document.createElement('h1');
  heading.append(...before.childNodes);
  before.replaceWith(heading);
  for (const button of copy.querySelectorAll('button')) button.replaceWith(...button.childNodes);
  for (const image of copy.querySelectorAll<HTMLImageElement>('img[data-picture]')) {
    image.src = await dataAddress(pictures.get(image.dataset.picture!)!);
    delete image.dataset.picture;
  }
  const name = document.createElement('title');
  name.textContent = title;
  // As text: whatever is put into a style element here, this page's policy refuses.
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${name.outerHTML}
<style>${style}</style>
</head>
<body><main>${copy.outerHTML}</main></body>
</html>
`;
};

const dataAddress = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(bytes);
  });
