/** Creates a PMTiles file with a single tile for the entire world, which each layer fills completely. */
export const createPmtiles = ({
  layers = ['water'],
  attribution = '',
  tileType = 1,
  compression = 1,
}: {
  layers?: readonly string[];
  /** HTML, as usual in PMTiles files. */
  attribution?: string;
  tileType?: number;
  compression?: number;
} = {}): Buffer => {
  const tile = Buffer.concat(layers.map((name) => encodeField(3, createLayer(name))));
  // The directory has one entry: tile 0, a run length of 1, the tile's length, and offset 0.
  const directory = Buffer.concat([1, 0, 1, tile.length, 1].map(encodeVarint));
  const metadata = Buffer.from(JSON.stringify({ attribution, vector_layers: layers.map((id) => ({ id })) }));
  const header = Buffer.alloc(127);
  header.write('PMTiles\x03', 'latin1');
  let nextOffset = header.length;
  for (const [offset, part] of [
    [8, directory],
    [24, metadata],
    [40, Buffer.alloc(0)],
    [56, tile],
  ] as const) {
    header.writeBigUInt64LE(BigInt(nextOffset), offset);
    header.writeBigUInt64LE(BigInt(part.length), offset + 8);
    nextOffset += part.length;
  }
  header.set([1, compression, compression, tileType, 0, 0], 96);
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach((degrees, index) => {
    header.writeInt32LE(degrees, 102 + 4 * index);
  });
  return Buffer.concat([header, directory, metadata, tile]);
};

const EXTENT = 4_096;

/** Creates a layer with a polygon that covers the tile: move to, three lines, close path (Mapbox Vector Tile 2.1). */
const createLayer = (name: string): Buffer => {
  const size = EXTENT * 2;
  const geometry = Buffer.concat([9, 0, 0, 26, size, 0, 0, size, size - 1, 0, 15].map(encodeVarint));
  const feature = Buffer.concat([encodeVarint(3 << 3), encodeVarint(3), encodeField(4, geometry)]);
  return Buffer.concat([
    encodeField(1, Buffer.from(name)),
    encodeField(2, feature),
    encodeVarint(5 << 3),
    encodeVarint(EXTENT),
    encodeVarint(15 << 3),
    encodeVarint(2),
  ]);
};

/** Encodes a length-delimited field of a protocol buffer. */
const encodeField = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([encodeVarint((number << 3) | 2), encodeVarint(bytes.length), bytes]);

const encodeVarint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let remainingValue = value; ; remainingValue >>>= 7) {
    if (remainingValue < 128) return Buffer.from([...bytes, remainingValue]);
    bytes.push((remainingValue & 127) | 128);
  }
};
