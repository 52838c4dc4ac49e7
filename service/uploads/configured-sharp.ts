import sharp from 'sharp';

// Settings for the whole process. Import this module only when a picture is decoded: libvips takes 17 MB of memory.

// One thread per picture, because a queue limits concurrent decoding. Caching would not help.
sharp.concurrency(1);
sharp.cache(false);
// libvips reads about thirty formats, and each is a risk. Cameras and drawing apps write only these.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});

export { sharp };
