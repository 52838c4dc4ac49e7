import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

export const STAGE = { width: 1280, height: 800 };
/** A phone whose screen, in physical pixels, is as high as the stage. */
export const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 1.25 };
const CAPTION_HEIGHT = 64;
const BACKGROUND = '#dfe5ea';

export type Film = {
  show(page: Page, caption: string): void;
  hold(seconds: number): Promise<void>;
  /** Waits until `outcome` appears, because a screenshot taken earlier could be empty. */
  click(target: Locator, outcome: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  drag(source: Locator, destination: Locator, outcome: Locator): Promise<void>;
  getSeconds(): number;
  encode(): Promise<Buffer>;
};

type Point = { x: number; y: number };
type Frame = { picture: Buffer; ms: number };

/** `ms` is the duration of a frame. */
const POINTER_MOVEMENT = { ms: 90, steps: 5 };
const TYPING = { ms: 130, letters: 2 };
const PAUSE_AFTER_ACTION_SECONDS = 0.5;

export const createFilm = ({ onFrame }: { onFrame: (seconds: number) => void }): Film => {
  const frames: Frame[] = [];
  let page: Page | undefined;
  let caption: Buffer | undefined;
  let pointer: Point = { x: 180, y: 400 };
  let isPressed = false;

  const getSeconds = () => frames.reduce((sum, { ms }) => sum + ms, 0) / 1_000;

  const addFrame = async (ms: number) => {
    const picture = await composeFrame(await page!.screenshot(), caption!, {
      pointer: drawPointer({ isTouch: isPhone(page!), isPressed }),
      position: toStagePoint(page!, pointer),
    });
    const lastFrame = frames.at(-1);
    if (lastFrame?.picture.equals(picture)) lastFrame.ms += ms;
    else frames.push({ picture, ms });
    onFrame(getSeconds());
  };

  const moveTo = async (destination: Point) => {
    const start = pointer;
    // A moving finger is invisible.
    const steps = isPhone(page!) && !isPressed ? 1 : POINTER_MOVEMENT.steps;
    for (let step = 1; step <= steps; step++) {
      const progress = step / steps;
      pointer = {
        x: start.x + (destination.x - start.x) * progress,
        y: start.y + (destination.y - start.y) * progress,
      };
      if (!isPhone(page!)) await page!.mouse.move(pointer.x, pointer.y);
      await addFrame(POINTER_MOVEMENT.ms);
    }
  };

  const press = async (target: Locator) => {
    // On phones, the app's header or bottom bar could cover the target.
    if (isPhone(page!)) await scrollToMiddle(target);
    await moveTo(await getMiddle(target));
    isPressed = true;
    await addFrame(POINTER_MOVEMENT.ms * 2);
    isPressed = false;
  };

  return {
    show: (newPage, text) => {
      page = newPage;
      caption = drawCaption(text);
    },
    hold: (durationSeconds) => addFrame(durationSeconds * 1_000),
    click: async (target, outcome) => {
      await press(target);
      if (isPhone(page!)) await target.tap();
      else await target.click();
      await outcome.waitFor();
      await addFrame(PAUSE_AFTER_ACTION_SECONDS * 1_000);
    },
    type: async (target, text) => {
      await press(target);
      await target.focus();
      for (let offset = 0; offset < text.length; offset += TYPING.letters) {
        await page!.keyboard.type(text.slice(offset, offset + TYPING.letters));
        await addFrame(TYPING.ms);
      }
      await addFrame(PAUSE_AFTER_ACTION_SECONDS * 1_000);
    },
    drag: async (source, destination, outcome) => {
      // At the edge, the list containing the target would scroll under the pointer.
      await scrollToMiddle(destination);
      await moveTo(await getMiddle(source));
      await page!.mouse.down();
      isPressed = true;
      await moveTo(await getMiddle(destination));
      // The target may have scrolled while the pointer moved.
      await moveTo(await getMiddle(destination));
      await page!.mouse.up();
      isPressed = false;
      await outcome.waitFor();
      await addFrame(PAUSE_AFTER_ACTION_SECONDS * 1_000);
    },
    getSeconds,
    encode: () =>
      sharp(
        frames.map(({ picture }) => picture),
        { join: { animated: true } },
      )
        .webp({ quality: 80, effort: 4, minSize: true, loop: 0, delay: frames.map(({ ms }) => ms) })
        .toBuffer(),
  };
};

const isPhone = (page: Page): boolean => page.viewportSize()!.width < STAGE.width;

const toStagePoint = (page: Page, { x, y }: Point): Point => {
  const scale = STAGE.height / page.viewportSize()!.height;
  return { x: x * scale, y: y * scale };
};

const scrollToMiddle = (target: Locator) =>
  target.evaluate("(element) => element.scrollIntoView({ block: 'center' })");

const getMiddle = async (target: Locator): Promise<Point> => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

const composeFrame = async (
  screenshot: Buffer,
  caption: Buffer,
  { pointer, position }: { pointer: Buffer; position: Point },
): Promise<Buffer> => {
  const { width } = await sharp(screenshot).metadata();
  const left = (STAGE.width - width) / 2;
  const canvas = { ...STAGE, height: STAGE.height + CAPTION_HEIGHT, channels: 3 as const };
  return sharp({ create: { ...canvas, background: BACKGROUND } })
    .composite([
      { input: screenshot, left, top: 0 },
      {
        input: pointer,
        left: left + Math.round(position.x) - POINTER_CENTRE,
        top: Math.round(position.y) - POINTER_CENTRE,
      },
      { input: caption, left: 0, top: STAGE.height },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer();
};

const drawCaption = (text: string): Buffer =>
  Buffer.from(
    `<svg width="${STAGE.width}" height="${CAPTION_HEIGHT}" xmlns="http://www.w3.org/2000/svg">
      <rect width="100%" height="100%" fill="#12324d"/>
      <text x="50%" y="41" text-anchor="middle" font-family="DejaVu Sans, Noto Sans, sans-serif" font-size="25" fill="#fff">${text}</text>
    </svg>`,
  );

const POINTER_CENTRE = 24;

const drawPointer = ({ isTouch, isPressed }: { isTouch: boolean; isPressed: boolean }): Buffer => {
  const ring = `<circle cx="24" cy="24" r="18" fill="#0b5cad" fill-opacity="0.35" stroke="#0b5cad" stroke-width="2"/>`;
  const arrow = `<path d="M24 24 v20 l5 -5 l4 8 l4 -2 l-4 -8 h7 z" fill="#111" stroke="#fff" stroke-width="1.5"/>`;
  return Buffer.from(
    `<svg width="48" height="48" xmlns="http://www.w3.org/2000/svg">${isPressed ? ring : ''}${isTouch ? '' : arrow}</svg>`,
  );
};
