insert into api_keys ("id", "hash", "person_id", "name", "scope", "start", "created_at", "last_used_at", "expires_at", "revoked_at") overriding system value values
('01a20b43-02a8-7677-9023-a530c49e4874', 'x-PaiI_MIJbp2UyFEcjpeyJdgn_3bLSjqMhNk_hoy7Q', '01a20b42-913c-7187-a939-e94ab57beed0', 'Publishing script', 'write', 'tw_3i7M', '2026-11-24 01:54:30.689994+00', '2026-11-24 01:54:31.03989+00', NULL, NULL),
('01a20b43-035c-768f-b42f-c381e7158562', 'GvzZZDDV-WR_mAe3dY-GwpL64XzCqmUKD0vuwCUFt-Q', '01a20b42-913c-7187-a939-e94ab57beed0', 'Former script', 'read', 'tw_GZXA', '2026-11-24 01:54:30.820309+00', NULL, NULL, '2026-11-24 01:54:30.978539+00');

insert into audit_log ("id", "at", "actor_kind", "actor", "action", "subject_kind", "subject_id", "details") overriding system value values
('01a20b42-915f-7ab2-aeb2-6c61c3d8f3d5', '2026-11-24 01:54:01.657145+00', 'site', NULL, 'user.created', 'user', '01a20b42-913c-7187-a939-e94ab57beed0', '{"role": "admin"}'),
('01a20b42-a1b7-718c-ad38-379fc5522c57', '2026-11-24 01:54:05.8755+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'user.role-changed', 'user', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '{"to": "admin", "from": "user", "sessions": 1}'),
('01a20b42-a209-7a3d-8149-e58bd1d20963', '2026-11-24 01:54:05.910815+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'user.disabled', 'user', '01a20b42-a020-72a6-9928-e58129a99746', '{"sessions": 1}'),
('01a20b42-b270-7450-a1d1-14aae6db8362', '2026-11-24 01:54:10.155068+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'settings.changed', 'settings', 'site', '{"publish_requires_source": false}'),
('01a20b42-b57d-7348-aefe-48a857a6b99e', '2026-11-24 01:54:10.939229+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'picture.added', 'picture', '01a20b42-b558-786a-8e61-776c051ba408', '{}'),
('01a20b42-b5a8-7577-9557-50d52e190931', '2026-11-24 01:54:10.948363+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'picture.changed', 'picture', '01a20b42-b558-786a-8e61-776c051ba408', '{"tales": 0, "fields": "alt, credit, focal_x, focal_y"}'),
('01a20b42-b83e-7778-a734-cd095f8220c8', '2026-11-24 01:54:11.645475+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'picture.added', 'picture', '01a20b42-b828-7667-a526-0b8eeee6548b', '{}'),
('01a20b42-b8d4-7184-abc6-28689617a7de', '2026-11-24 01:54:11.654118+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-b855-75d3-b884-8f48709b87ed', '{"title": "The Mill by the Pond"}'),
('01a20b42-b933-7828-bfde-35c0466b25bb', '2026-11-24 01:54:11.883703+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-b92e-7652-a927-997249c9e510', '{"title": "The Old Name"}'),
('01a20b42-b942-79b6-bce5-659ca0ac7eee', '2026-11-24 01:54:11.899729+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.changed', 'tale', '01a20b42-b92e-7652-a927-997249c9e510', '{"title": "The New Name"}'),
('01a20b42-b94e-7280-bbc2-704e0a5119ca', '2026-11-24 01:54:11.913162+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.changed', 'tale', '01a20b42-b92e-7652-a927-997249c9e510', '{"title": "The New Name"}'),
('01a20b42-b9ea-7cfa-b454-20b9475a5693', '2026-11-24 01:54:11.979575+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.version-restored', 'tale', '01a20b42-b92e-7652-a927-997249c9e510', '{"title": "The New Name", "version": 2}'),
('01a20b42-ba77-73a0-9168-88dbd94b74d3', '2026-11-24 01:54:12.18936+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-ba62-7f68-b834-15616b1049d2', '{"title": "A Tale of the Ferryman"}'),
('01a20b42-baa2-78ff-9469-4ad14e9ba650', '2026-11-24 01:54:12.243302+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-ba9d-7749-b5ad-3841eb24ce07', '{"title": "A Tale to Come"}'),
('01a20b42-baf6-7f06-94ea-6c0c0ecc85ce', '2026-11-24 01:54:12.287428+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-baf1-79eb-8916-4909769ec40f', '{"title": "A Tale in the Making"}'),
('01a20b42-bb02-76ea-9697-00a3dd11d5c5', '2026-11-24 01:54:12.348706+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-bafd-7da7-a108-4982fa7066df', '{"title": "A Tale in the Trash"}'),
('01a20b42-bb2e-72ff-977a-dde9a7a31340', '2026-11-24 01:54:12.38195+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.binned', 'tale', '01a20b42-bafd-7da7-a108-4982fa7066df', '{"title": "A Tale in the Trash"}'),
('01a20b42-bb3b-7877-90fd-1775f2806d5e', '2026-11-24 01:54:12.402767+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.created', 'tale', '01a20b42-bb39-799c-8651-2e7d280739cf', '{"title": "A Tale Deleted"}'),
('01a20b42-bb47-7549-b195-cefa5e2602f1', '2026-11-24 01:54:12.418775+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.binned', 'tale', '01a20b42-bb39-799c-8651-2e7d280739cf', '{"title": "A Tale Deleted"}'),
('01a20b42-bb64-7935-b262-c1c29881c8a8', '2026-11-24 01:54:12.428825+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.deleted', 'tale', '01a20b42-bb39-799c-8651-2e7d280739cf', '{"title": "A Tale Deleted"}'),
('01a20b42-bc12-7bdd-9d5d-13d6986fd727', '2026-11-24 01:54:12.582772+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'author.changed', 'author', '1', '{"name": "The Miller", "fields": "born_year died_year place biography slug other_names"}'),
('01a20b42-bc37-746f-b78a-f4343c67ed67', '2026-11-24 01:54:12.6358+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'author.created', 'author', '3', '{"name": "A Ferry Man"}'),
('01a20b42-bc7e-7af3-b739-872c7209d405', '2026-11-24 01:54:12.692835+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'author.merged', 'author', '3', '{"into": "The Ferryman", "name": "A Ferry Man", "tales": 0}'),
('01a20b42-bca7-736c-af69-30528a2b290e', '2026-11-24 01:54:12.754009+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'category.created', 'category', '10', '{"name": "Mills"}'),
('01a20b42-bcc9-70b1-8c52-077bab110aed', '2026-11-24 01:54:12.795521+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'category.changed', 'category', '10', '{"name": "Mills", "fields": "slug"}'),
('01a20b42-bd08-7b06-b1b6-a50fe2b3a666', '2026-11-24 01:54:12.859321+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'category.created', 'category', '11', '{"name": "Ponds"}'),
('01a20b42-bd29-7a5e-853c-b6bfa51cfa19', '2026-11-24 01:54:12.889248+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'category.merged', 'category', '11', '{"into": "Mills", "name": "Ponds", "tales": 0}'),
('01a20b42-bd46-79c3-b9c3-ad32e823517c', '2026-11-24 01:54:12.920531+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'collection.created', 'collection', '1', '{"name": "For One Evening"}'),
('01a20b42-bd52-7168-ae0c-ec362a02dd40', '2026-11-24 01:54:12.943375+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'collection.created', 'collection', '2', '{"name": "Former Evenings"}'),
('01a20b42-bd63-7fc0-b60c-10192677f07b', '2026-11-24 01:54:12.957343+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'collection.retired', 'collection', '2', '{"to": "For One Evening", "name": "Former Evenings"}'),
('01a20b42-bd9b-7c58-b93e-6eb55aba3f78', '2026-11-24 01:54:13.013865+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'featured.pinned', 'featured', 'home', '{"tales": 2}'),
('01a20b42-bdb2-7739-b6a8-becf116155d2', '2026-11-24 01:54:13.039512+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'night.chosen', 'night', '2026-11-26', '{"night": "2026-11-26", "title": "The Mill by the Pond"}'),
('01a20b42-bdbb-7d2b-bc9e-616977be0225', '2026-11-24 01:54:13.049708+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'tale.preview-made', 'tale', '01a20b42-baf1-79eb-8916-4909769ec40f', '{"title": "A Tale in the Making"}'),
('01a20b42-d556-7186-9939-9e35425efcee', '2026-11-24 01:54:19.078456+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'import.done', 'import', '1', '{"made": 2, "books": 1, "changed": 0}'),
('01a20b42-e9d0-7b5c-a1d9-529eb041ba73', '2026-11-24 01:54:24.334866+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'import.done', 'import', '2', '{"made": 2, "books": 1, "changed": 0}'),
('01a20b42-e9f7-7cbc-bd2a-69b0c6a55e61', '2026-11-24 01:54:24.374141+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'import.undone', 'import', '2', '{}'),
('01a20b42-fa0b-77d0-a1bd-1e053557881c', '2026-11-24 01:54:28.488579+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'newsletter.scheduled', 'newsletter', 'schedule', '{"hour": 17, "is_on": true, "weekday": 3, "time_zone": "Europe/Berlin"}'),
('01a20b42-fb2d-7e07-ba04-be6187345a42', '2026-11-24 01:54:28.498201+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.prepared', 'letter', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '{"day": "2026-11-25"}'),
('01a20b42-fb74-7f2a-82c7-ded1ea82de20', '2026-11-24 01:54:28.849095+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.changed', 'letter', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '{"day": "2026-11-25", "fields": "subject opening parts"}'),
('01a20b42-fbe2-7c3d-8ac3-c87365a02d66', '2026-11-24 01:54:28.881336+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.started', 'letter', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '{"day": "2026-11-24", "readers": 4}'),
('01a20b42-fd82-753d-8cfa-ea1e26b69976', '2026-11-24 01:54:29.260758+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.prepared', 'letter', '01a20b42-fd82-7090-8003-3bfe08391a2c', '{"day": "2026-12-02"}'),
('01a20b42-fde1-7e21-a15d-76d311b61a11', '2026-11-24 01:54:29.461211+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.skipped', 'letter', '01a20b42-fd82-7090-8003-3bfe08391a2c', '{"day": "2026-12-02"}'),
('01a20b42-fec5-7442-86ce-c3686c9a5f57', '2026-11-24 01:54:29.491309+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.prepared', 'letter', '01a20b42-fec4-766e-a25b-025a14571cb5', '{"day": "2026-12-09"}'),
('01a20b42-ff1e-7b2f-9480-404f5dc3ea68', '2026-11-24 01:54:29.772111+00', 'person', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'letter.changed', 'letter', '01a20b42-fec4-766e-a25b-025a14571cb5', '{"day": "2026-12-14", "fields": "subject send_at parts"}'),
('01a20b43-00ea-7afa-849f-e22e764d8457', '2026-11-24 01:54:30.223587+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'message.answered', 'message', '01a20b42-ff79-77ef-8480-5d95c6be86e3', '{}'),
('01a20b43-00f3-7b19-bb66-de1ee7f0f081', '2026-11-24 01:54:30.25757+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'message.closed', 'message', '01a20b42-ffb6-7fcc-ad3c-8eabe5afea3a', '{}'),
('01a20b43-014b-7860-8286-e643a53fe841', '2026-11-24 01:54:30.339574+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'page.changed', 'page', 'about', '{"page": "about"}'),
('01a20b43-0196-7ba6-bd5a-01c24caf67b1', '2026-11-24 01:54:30.422067+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'page.changed', 'page', 'about', '{"page": "about"}'),
('01a20b43-01a6-7483-85b7-f95f1396087b', '2026-11-24 01:54:30.437436+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'page.changed', 'page', 'privacy', '{"page": "privacy"}'),
('01a20b43-01b1-7e94-9758-406d9c03297f', '2026-11-24 01:54:30.446181+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'page.restored', 'page', 'privacy', '{"page": "privacy", "version": 0}'),
('01a20b43-02aa-7803-8f1a-133023352d8a', '2026-11-24 01:54:30.689994+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'key.created', 'key', '01a20b43-02a8-7677-9023-a530c49e4874', '{"name": "Publishing script", "scope": "write"}'),
('01a20b43-0364-72c9-ba83-0e8fb2c9e0c3', '2026-11-24 01:54:30.820309+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'key.created', 'key', '01a20b43-035c-768f-b42f-c381e7158562', '{"name": "Former script", "scope": "read"}'),
('01a20b43-03d1-7d5f-ad55-45c986f4329d', '2026-11-24 01:54:30.978539+00', 'person', '01a20b42-913c-7187-a939-e94ab57beed0', 'key.revoked', 'key', '01a20b43-035c-768f-b42f-c381e7158562', '{"name": "Former script"}');

insert into author_cells ("author_id", "facets", "tales") overriding system value values
('1', '{c:1,c:7,c:8,g:6-8,l:de,m:10,o:German}', '1'),
('1', '{c:1,l:en,m:5}', '2'),
('2', '{c:3,l:en,m:5}', '1'),
('4', '{c:8,g:3-5,l:en,m:5}', '2');

insert into author_names ("key", "name", "author_id", "created_at") overriding system value values
('a ferry man', 'A Ferry Man', '2', '2026-11-24 01:54:12.6358+00'),
('ada miller', 'Ada Miller', '4', '2026-11-24 01:54:18.765947+00'),
('old miller', 'Old Miller', '1', '2026-11-24 01:54:12.582772+00'),
('the ferryman', 'The Ferryman', '2', '2026-11-24 01:54:12.18936+00'),
('the miller', 'The Miller', '1', '2026-11-24 01:54:11.654118+00');

insert into author_slugs ("slug", "owner_id", "created_at") overriding system value values
('a-ferry-man', '2', '2026-11-24 01:54:12.6358+00'),
('a-miller', '1', '2026-11-24 01:54:12.582772+00'),
('ada-miller', '4', '2026-11-24 01:54:18.765947+00'),
('the-ferryman', '2', '2026-11-24 01:54:12.18936+00'),
('the-miller', '1', '2026-11-24 01:54:11.654118+00');

insert into authors ("id", "slug", "name", "sort_name", "kind", "dates", "born_year", "died_year", "place", "origin", "biography", "created_at", "updated_at", "version") overriding system value values
('1', 'a-miller', 'The Miller', 'The Miller', 'person', '', '-44', '12', 'By the pond', '', 'Ground corn.

Told tales.', '2026-11-24 01:54:11.654118+00', '2026-11-24 01:54:12.582772+00', '2'),
('2', 'the-ferryman', 'The Ferryman', 'The Ferryman', 'person', '', NULL, NULL, '', '', '', '2026-11-24 01:54:12.18936+00', '2026-11-24 01:54:12.692835+00', '2'),
('4', 'ada-miller', 'Ada Miller', 'Ada Miller', 'person', '', NULL, NULL, '', '', '', '2026-11-24 01:54:18.765947+00', '2026-11-24 01:54:18.765947+00', '1');

insert into categories ("id", "slug", "name", "description", "colour", "motif", "position", "version", "palette", "tab_position", "home_position") overriding system value values
('1', 'classic', 'Classic', 'The tales everyone half remembers', '#2f7570', 'castle', '1', '1', 'classic', '1', '2'),
('10', 'mills-and-ponds', 'Mills', 'All that grinds', '#35507c', 'hut', '10', '3', 'folklore', '10', NULL),
('2', 'enchanted', 'Enchanted', 'Spells, sleepers and doors in the hillside', '#5b5a8c', 'lantern', '2', '1', 'enchanted', '9', '1'),
('3', 'folklore', 'Folklore', 'Told by the stove, from village to village', '#8a5a2b', 'hut', '3', '1', 'folklore', '2', NULL),
('4', 'fantasy', 'Fantasy', 'Over the edge of every map', '#35507c', 'star', '4', '1', 'fantasy', '3', NULL),
('5', 'adventure', 'Adventure', 'A road, a sword and a piece of bread', '#3f6d4a', 'ship', '5', '1', 'adventure', '6', NULL),
('6', 'romance', 'Romance', 'Love that waits, wanders and returns', '#a85a5a', 'rose', '6', '1', 'romance', '5', '3'),
('7', 'dark', 'Dark', 'For reading with the lamp lit', '#5a2a24', 'raven', '7', '1', 'dark', '4', '4'),
('8', 'animals', 'Animals', 'Fur, feather and good advice', '#7a6a2c', 'fox', '8', '1', 'animals', '7', NULL),
('9', 'magical-creatures', 'Magical Creatures', 'Dragons, firebirds and clever frogs', '#2f6f63', 'dragon', '9', '1', 'magical-creatures', '8', '5');

insert into category_slugs ("slug", "owner_id", "created_at") overriding system value values
('adventure', '5', '2026-11-24 01:53:47.427518+00'),
('animals', '8', '2026-11-24 01:53:47.427518+00'),
('classic', '1', '2026-11-24 01:53:47.427518+00'),
('dark', '7', '2026-11-24 01:53:47.427518+00'),
('enchanted', '2', '2026-11-24 01:53:47.427518+00'),
('fantasy', '4', '2026-11-24 01:53:47.427518+00'),
('folklore', '3', '2026-11-24 01:53:47.427518+00'),
('magical', '9', '2026-11-24 01:53:47.427518+00'),
('magical-creatures', '9', '2026-11-24 01:53:47.427518+00'),
('mills', '10', '2026-11-24 01:54:12.754009+00'),
('mills-and-ponds', '10', '2026-11-24 01:54:12.795521+00'),
('ponds', '10', '2026-11-24 01:54:12.859321+00'),
('romance', '6', '2026-11-24 01:53:47.427518+00');

insert into collection_slugs ("slug", "owner_id", "created_at") overriding system value values
('for-one-evening', '1', '2026-11-24 01:54:12.920531+00'),
('former-evenings', '1', '2026-11-24 01:54:12.943375+00');

insert into collection_tales ("collection_id", "tale_id", "position") overriding system value values
('1', '01a20b42-b855-75d3-b884-8f48709b87ed', '2'),
('1', '01a20b42-ba62-7f68-b834-15616b1049d2', '1');

insert into collections ("id", "slug", "title", "description", "introduction", "position", "created_at", "updated_at", "version") overriding system value values
('1', 'for-one-evening', 'For One Evening', '', 'Read them in this order.', '1', '2026-11-24 01:54:12.920531+00', '2026-11-24 01:54:12.920531+00', '1');

insert into credentials ("id", "user_id", "provider_id", "account_id", "password", "access_token", "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "created_at", "updated_at") overriding system value values
('01a20b42-9157-73e3-ba33-0305a132b035', '01a20b42-913c-7187-a939-e94ab57beed0', 'credential', '01a20b42-913c-7187-a939-e94ab57beed0', '$argon2id$v=19$m=19456,t=2,p=1$QWDruz/GrN6kRj0VW03O8A$XTX14RSZOE25VFZ1qZ8ebVZmZBNlM4sjG2TEsb2dykc', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:01.657145+00', '2026-11-24 01:54:01.657145+00'),
('01a20b42-9c9b-7d2e-afcd-53d929d611c9', '01a20b42-9c99-7e2d-a4f3-41a39861665c', 'credential', '01a20b42-9c99-7e2d-a4f3-41a39861665c', '$argon2id$v=19$m=19456,t=2,p=1$xFZJGp40Zn8WNsWvNk9jEw$5SX2Rfmu3Yw+28+Sm3aqQczLnkA2VbtiPChIbrFIuU4', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:04.569617+00', '2026-11-24 01:54:04.569617+00'),
('01a20b42-9e65-7173-82f0-87de65acdbbf', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'credential', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '$argon2id$v=19$m=19456,t=2,p=1$vB6KOfj7NT6dLADMuI725g$fGvnUoHxEYOuIn7Ohi1Ld3NoOhfibD3QogCMkSde0k4', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:05.027772+00', '2026-11-24 01:54:05.027772+00'),
('01a20b42-9f47-74f1-9194-f863f93a6fcb', '01a20b42-9f45-785a-8968-5e980c475681', 'credential', '01a20b42-9f45-785a-8968-5e980c475681', '$argon2id$v=19$m=19456,t=2,p=1$VggnjCI7K5i49kHGWCG2uQ$IKqpkHzVGRERevKJUsn6/w6Z/Pjr4k/3L8X8+PHXqms', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:05.253337+00', '2026-11-24 01:54:05.253337+00'),
('01a20b42-a029-77f5-ad44-b6412386091f', '01a20b42-a020-72a6-9928-e58129a99746', 'credential', '01a20b42-a020-72a6-9928-e58129a99746', '$argon2id$v=19$m=19456,t=2,p=1$fEcPkJRJyO+uHKrSmT1wxQ$z7frrj8l9sE+a57d2UCoUqZWUz1gRrHYQPOFMmiL+Dw', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:05.472009+00', '2026-11-24 01:54:05.472009+00'),
('01a20b42-a0fe-7177-89c2-732e1964c551', '01a20b42-a0fd-7341-91e0-508c87235d8e', 'credential', '01a20b42-a0fd-7341-91e0-508c87235d8e', '$argon2id$v=19$m=19456,t=2,p=1$rXTRfC5j3Iw3pl71ndQpPg$IDNHo5rWvSG/XvS2E4NLlAYpqs081DvUYQlAsvui/0k', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-24 01:54:05.692974+00', '2026-11-24 01:54:05.692974+00');

insert into daily_author_reads ("day", "author_id", "count") overriding system value values
('2026-11-24', '1', '1');

insert into daily_counts ("day", "kind", "count") overriding system value values
('2026-11-24', 'download', '6'),
('2026-11-24', 'empty_search', '1'),
('2026-11-24', 'finish', '1'),
('2026-11-24', 'read', '1'),
('2026-11-24', 'search', '2');

insert into daily_tale_counts ("day", "kind", "tale_id", "count") overriding system value values
('2026-11-24', 'download', '01a20b42-b855-75d3-b884-8f48709b87ed', '2'),
('2026-11-24', 'download', '01a20b42-b92e-7652-a927-997249c9e510', '1'),
('2026-11-24', 'download', '01a20b42-ba62-7f68-b834-15616b1049d2', '1'),
('2026-11-24', 'download', '01a20b42-d473-7682-8944-586227ae7d3d', '1'),
('2026-11-24', 'download', '01a20b42-d473-787a-9e85-9c73c4545911', '1'),
('2026-11-24', 'finish', '01a20b42-b855-75d3-b884-8f48709b87ed', '1'),
('2026-11-24', 'read', '01a20b42-b855-75d3-b884-8f48709b87ed', '1');

insert into deliveries ("id", "issue_id", "subscriber_id", "status", "attempts", "last_error", "created_at", "settled_at") overriding system value values
('01a20b42-fbbc-7ade-b107-67c63cfe4e72', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '01a20b42-a3ee-7fe2-b2b9-9026a779e10a', 'sent', '1', NULL, '2026-11-24 01:54:28.881336+00', '2026-11-24 01:54:29.042091+00'),
('01a20b42-fbbd-7185-a399-9094a145b849', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '01a20b42-f697-765f-9a78-cb4dc3673570', 'sent', '1', NULL, '2026-11-24 01:54:28.881336+00', '2026-11-24 01:54:29.057413+00'),
('01a20b42-fbbd-71c8-8e69-18512f9f4783', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '01a20b42-f800-72d2-8525-a923556f22de', 'sent', '1', NULL, '2026-11-24 01:54:28.881336+00', '2026-11-24 01:54:29.103866+00'),
('01a20b42-fbbd-71f0-aefc-84dd921583b8', '01a20b42-fb29-79cc-a52c-a18d9ad4027b', '01a20b42-f8ed-7d9a-bdaa-0607ffe6749c', 'sent', '1', NULL, '2026-11-24 01:54:28.881336+00', '2026-11-24 01:54:29.165033+00');

insert into empty_searches ("day", "words", "count") overriding system value values
('2026-11-24', 'a wolf in boots', '1');

insert into facet_cells ("facets", "tales") overriding system value values
('{c:1,c:7,c:8,g:6-8,l:de,m:10,o:German}', '1'),
('{c:1,l:en,m:5}', '2'),
('{c:3,l:en,m:5}', '1'),
('{c:8,g:3-5,l:en,m:5}', '2');

insert into facet_counts ("author_id", "facet", "tales") overriding system value values
('0', '*', '6'),
('0', 'c:1', '3'),
('0', 'c:3', '1'),
('0', 'c:7', '1'),
('0', 'c:8', '3'),
('0', 'g:3-5', '2'),
('0', 'g:6-8', '1'),
('0', 'l:de', '1'),
('0', 'l:en', '5'),
('0', 'm:10', '1'),
('0', 'm:5', '5'),
('0', 'o:German', '1'),
('1', '*', '3'),
('1', 'c:1', '3'),
('1', 'c:7', '1'),
('1', 'c:8', '1'),
('1', 'g:6-8', '1'),
('1', 'l:de', '1'),
('1', 'l:en', '2'),
('1', 'm:10', '1'),
('1', 'm:5', '2'),
('1', 'o:German', '1'),
('2', '*', '1'),
('2', 'c:3', '1'),
('2', 'l:en', '1'),
('2', 'm:5', '1'),
('4', '*', '2'),
('4', 'c:8', '2'),
('4', 'g:3-5', '2'),
('4', 'l:en', '2'),
('4', 'm:5', '2');

insert into favorites ("user_id", "tale_id", "is_on", "at") overriding system value values
('01a20b42-9c99-7e2d-a4f3-41a39861665c', '01a20b42-b855-75d3-b884-8f48709b87ed', 'true', '2026-11-24 01:45:27.491+00'),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', '01a20b42-ba62-7f68-b834-15616b1049d2', 'false', '2026-11-24 01:47:27.491+00');

insert into import_runs ("id", "started_at", "ended_at", "started_by", "undone_at", "removed", "undone") overriding system value values
('1', '2026-11-24 01:54:18.765947+00', '2026-11-24 01:54:19.057412+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', NULL, '0', NULL),
('2', '2026-11-24 01:54:24.249916+00', '2026-11-24 01:54:24.318824+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:24.446107+00', '2', '{"edited": [], "changed": 0, "removed": 2}');

insert into import_upload_books ("upload_id", "position", "report", "texts") overriding system value values
('32697c94-c00a-4710-8650-a15f01674661', '0', '{"file": "small-book.txt", "gone": 0, "made": 2, "name": "The Small Book", "found": 3, "notes": [], "tales": [{"key": "rPkLbD5sNME8ZM0N", "why": [], "deed": "new", "title": "The Fox", "existing": null, "is_draft": false}, {"key": "LWFYfuCvfbxhMNZe", "why": [], "deed": "new", "title": "The Mill", "existing": null, "is_draft": false}], "drafts": 0, "changed": 0, "columns": [], "outcome": "read", "problem": null, "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}'),
('3879bd62-aa94-4564-a36e-defeee46d081', '0', '{"file": "third-book.txt", "gone": 0, "made": 0, "name": "third-book.txt", "found": 0, "notes": [], "tales": [], "drafts": 0, "changed": 0, "columns": [], "outcome": "failed", "problem": "No tale was found in it.", "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}'),
('c7759cea-6ac9-4d27-8cba-e7558dbbf741', '0', '{"file": "other-book.txt", "gone": 0, "made": 2, "name": "The Other Book", "found": 2, "notes": [], "tales": [{"key": "3OUiAdA8iC0CzPb2", "why": [], "deed": "new", "title": "The Spindle", "existing": null, "is_draft": false}, {"key": "JGmllkgIhRh6SwJQ", "why": [], "deed": "new", "title": "The Queen", "existing": null, "is_draft": false}], "drafts": 0, "changed": 0, "columns": [], "outcome": "read", "problem": null, "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}');

insert into import_upload_files ("id", "upload_id", "position", "name", "bytes", "sha256") overriding system value values
('2bbc46a8-d247-415d-a265-341897e7d48e', '32697c94-c00a-4710-8650-a15f01674661', '1', 'small-book.txt', '4301', 'fd97b1a716de10ca84481ba174c656921e9e30604a3a339c579f4267e484e95e'),
('3591582b-f3ef-4649-8459-402014648bb4', 'c7759cea-6ac9-4d27-8cba-e7558dbbf741', '2', 'other-book.txt', '2964', '065b1835cc626991c6967803825bba4b06847d2f9157ae0d3c5541ab4e4b145d'),
('5b0cf97b-33e9-470e-ba39-bf9da6548e63', '3879bd62-aa94-4564-a36e-defeee46d081', '3', 'third-book.txt', '1611', 'a5985368b9c4b7240d3290452b4445461f554aeda0373a6dbaae1618bf6313c7');

insert into import_uploads ("id", "created_at", "created_by", "touched_at", "state", "how", "problem", "turn", "asked_at", "asked_by", "started_at", "progress", "is_dry", "problems", "left_files", "run_id") overriding system value values
('32697c94-c00a-4710-8650-a15f01674661', '2026-11-24 01:54:13.055993+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:19.078456+00', 'done', '{"map": "", "exclude": ["9SeMfFDYcvE4KM84"], "publishing": "sure", "keep_duplicates": false}', NULL, '2', '2026-11-24 01:54:15.891628+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:15.944508+00', '{"bytes": 4301, "files": 1, "tales": 3, "bytes_done": 4301, "files_done": 1}', 'false', '[]', '[]', '1'),
('3879bd62-aa94-4564-a36e-defeee46d081', '2026-11-24 01:54:24.557184+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:27.408381+00', 'checked', '{"map": "", "publishing": "sure", "keep_duplicates": false}', NULL, '1', '2026-11-24 01:54:24.652073+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:24.664573+00', '{"bytes": 1611, "files": 1, "tales": 0, "bytes_done": 1611, "files_done": 1}', 'true', '[]', '[]', NULL),
('c7759cea-6ac9-4d27-8cba-e7558dbbf741', '2026-11-24 01:54:19.229347+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:24.334866+00', 'done', '{"map": "", "publishing": "sure", "keep_duplicates": false}', NULL, '2', '2026-11-24 01:54:21.587379+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:21.636197+00', '{"bytes": 2964, "files": 1, "tales": 2, "bytes_done": 2964, "files_done": 1}', 'false', '[]', '[]', '2');

insert into imported_books ("id", "key", "name", "hash", "run_id") overriding system value values
('1', 'gutenberg:77001:text', 'The Small Book', 'bcae734f36e88940f7bc1a694f2ccc734b997146bd8cc72105be9f2c91699228', '1');

insert into imported_tales ("id", "book_id", "position", "run_id", "changed_in", "tale_id", "same_as", "left_out", "version", "hash", "title_key", "doubts", "signature", "bands") overriding system value values
('1', '1', '1', '1', NULL, '01a20b42-d473-7682-8944-586227ae7d3d', NULL, 'false', '1', 'rPkLbD5sNME8ZM0Nh67h0M0TB5JkUPIPVPEsK80oC4M', 'the fox', '{}', '{1707559,3091961,10020305,29393741,25387488,45747054,23704031,18632834,118763748,3597986,50111436,7617713,1029051,2461853,5826291,10897098,14386007,27914833,138749187,12393398,6606100,21513735,28055379,2857974,44931276,13096590,7357282,68527246,12663979,13105091,9984438,21133736,437392,14664284,20605675,19109754,15176893,37828652,27198512,37902869,44004119,56271652,5299513,19408532,55544623,8701217,29713337,58288016,69555850,35948470,60322324,10982188,4084550,8334845,1564363,16127964,6807919,84548920,46209230,31509829,51636994,61024118,19946359,143005,87722663,18277778,30554677,590574,48249135,30592725,9656303,15754147}', '{1945091998,-1700326217,-1381771706,-1939802178,681605612,1026029875,-708811942,623981816,2135531137,-503977156,288493665,-528443570,-892930621,339006920,949306908,124952447,214508547,1218507975,-2063784082,152570516,857619572,-24190044,1055269569,1235626373}'),
('2', '1', '2', '1', NULL, '01a20b42-d473-787a-9e85-9c73c4545911', NULL, 'false', '1', 'LWFYfuCvfbxhMNZe--fnVMFNHIuzUkiMPwvU4H_5JDE', 'the mill', '{}', '{27438949,3091961,27443211,13777900,25387488,45747054,23704031,26981146,94688282,22422209,307923,7617713,1029051,2461853,11585604,10897098,9860391,27914833,6578589,1006089,42599757,15363495,28055379,9227506,59684759,13096590,7357282,68527246,19039321,46231486,9984438,21133736,5426661,60332026,20605675,19109754,77497085,71656574,27198512,86583825,44004119,42716908,1854353,44167867,55544623,8701217,29713337,38889716,61514277,11426290,61600298,10982188,41739732,8334845,1564363,16127964,6807919,96947980,46209230,16777283,52161208,61024118,17185172,889071,15514503,11427870,7444978,96550288,7341322,14082989,9656303,15754147}', '{-535528914,889895106,158215230,997759006,567880474,-356732866,-692588871,-1505198962,-481478243,-689228876,-97391149,1761662920,-2073960552,307413255,-1447716587,1489515881,1136885819,122046669,-2063784082,1050114610,868918273,-615056167,134064666,-1298985564}');

insert into imports ("name", "tales", "imported_at") overriding system value values
('starter library', '0', '2026-11-24 01:53:49.187554+00');

insert into known_networks ("user_id", "hash", "used_at") overriding system value values
('01a20b42-913c-7187-a939-e94ab57beed0', 'JVIZywnub34pHvvpb6eIKsVXlZh21jnlNOtpjn92ix0', '2026-11-24 01:54:04.29539+00'),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', '8rzV1SrwNowDwT2xpVivGHnaT6y6c_Lok2LLq7zo2Z0', '2026-11-24 01:54:08.992941+00'),
('01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'fl_sPRcFYWGPLQSLxhzR3MA9awvulztnIukMr8hE4nY', '2026-11-24 01:54:06.169242+00'),
('01a20b42-9f45-785a-8968-5e980c475681', 'MUYgKWgm-7Cpytub0kO0a_V7JmFJTnAiYY6W6uukORM', '2026-11-24 01:54:05.405182+00'),
('01a20b42-a020-72a6-9928-e58129a99746', 'MEtXzhUXy51IUwiD0P6BRyeIDdFyjrxV0sq0GPYenwg', '2026-11-24 01:54:05.619207+00');

insert into limit_counters ("key", "taken", "ends_at") overriding system value values
('0866d4346164bceb885a5baead46575d2d858851b329202c5784311f7e2183fb', '1', '2026-11-24 01:55:54.330163+00'),
('12261099e786543496badddceb2960848bccecfbc189490f0b27f2f5f7770a0a', '1', '2026-11-24 02:04:43.838183+00'),
('12c1e9ff8b2499d7378e902f92a39e525e556fdb6086ef0b6582b5d46eeeb6d9', '0', '2026-11-24 02:54:03.934549+00'),
('162c2c41bc034cf6a4343e0b8c43f7997ca9dc08454ab56b994fb7bac9e9ba1b', '1', '2026-11-24 02:09:54.235903+00'),
('33593896322aa6359d0cdbed1d71960e38bcbaf012ea078a9be9dca23036ee94', '1', '2026-11-24 02:54:27.601423+00'),
('4099d21f1ddafb8969b9e6461bad0246c3302bbbe248b8bcc9ed4ac8d90c20ed', '1', '2026-11-24 02:54:04.510546+00'),
('4234a1d31a0a769c9d3ee63a84eadaf40ad38914d192b37d93c4913273c688c5', '1', '2026-11-24 02:54:09.859739+00'),
('432018aec2010b0691d5196af1a141bee3f220be18c075a94a279326ff9520fe', '0', '2026-11-24 02:09:51.041143+00'),
('48d07c34b67ee2323a2ccc24d379d9101a5755ce60f8b5198088cdaecbca8295', '0', '2026-11-24 02:09:05.975986+00'),
('4a926a883835a8e647115e2e5f436e358cac9b81b9b092f54fa065a93a54c01a', '1', '2026-11-24 02:54:09.910997+00'),
('4e2e32295d7dfef16857979f58924ef2163b7ca5128e202d90bf9def5f05cdc1', '1', '2026-11-24 02:54:27.601325+00'),
('539b6b4c2665af2d2d6b964d3d7f9d365ecb76eb7ce41d438f6ee33902452333', '1', '2026-11-24 01:55:05.021724+00'),
('5cc09cd499ee83b477a8a192cfd5e7f37ef6c1237a8bf9369179d2f73c5b6e86', '1', '2026-12-01 01:54:27.912063+00'),
('5e33497b8313fcec3390448d76cc3c97d696aed3ade869b7ad3bbd411c64869a', '2', '2026-11-24 02:54:05.021862+00'),
('64bf15652c6ca287de2ec64c2312c75efb12cdcb1765b02254e400cc95650b3f', '1', '2026-11-24 01:55:05.685839+00'),
('66b428c95cf96432ef1e19718a2064ca14fed90cb729a5d594e5b4b53e341fbf', '3', '2026-11-24 02:54:29.859899+00'),
('66fddfa45a7f3b63ba59d979e61c1b525245624215fff02003f9ce946fe267a0', '1', '2026-11-24 01:57:08.957434+00'),
('6eaf1cf1e4585b79970681a03aefb4000930c0b2d95da04e22931564268f80a3', '1', '2026-11-24 01:55:04.510449+00'),
('7864d79416d695e894edd05bab98ee50dafa8463e799d0c3cc3a17d7ef58e5be', '1', '2026-11-24 01:55:05.464291+00'),
('7d50c7f78fcd414863723b3c667d46e49fcac55b250e0b7b39d20b3a7e3a8926', '0', '2026-11-24 02:09:03.93418+00'),
('836b80f372c87110e4f4982122a90f202636ddc07ca5eb8fab4e54b0dab0fb4a', '1', '2026-11-24 02:54:05.464378+00'),
('8b086d44fec8d25b7f071721dd8dc176abb7aa0507df3e9bd7cb0e6d753ac37d', '1', '2026-11-24 02:54:27.912081+00'),
('8bacdc6026851f604ead5e05295d2e84b50ada71430b98155a667161f6916200', '7', '2026-11-24 02:09:04.784495+00'),
('909e84d7306da5b1794c72a843e5c97691bd03b0a7160c0bd235795a689be1c0', '1', '2026-11-24 02:54:28.191761+00'),
('9fe21276cb461f33ef6c7bb109a495c1ef1136e0cba4fbd322e6ac6dc2366896', '1', '2026-11-24 02:54:28.341185+00'),
('a11ca16cc64352dbc63425a4d068ce0d5bb2214afca9df655215602a997d9e18', '1', '2026-11-24 02:54:05.685925+00'),
('a614e38e70eea80dc672026cb198e87d88eb02ca018d41a8a42ae2adda9a5dfc', '0', '2026-11-24 02:09:30.455893+00'),
('a7bcc3c0b6f710b38f0e90edb005bd66a9d30793673f13e61ea11b77e303557c', '5', '2026-11-24 02:54:04.41638+00'),
('ab6b7988f28347b417e880a2f2da176ea98cbcd67d16065468212b7a9c7a5f31', '0', '2026-11-24 02:09:03.934508+00'),
('aec32c7f46b6f27d0ed94b7c7d965dc4a9f721ead430fafe7138f3029b0f4227', '0', '2026-11-24 02:09:06.54974+00'),
('bc5f9839dcf1614474f888aacae0b752e0f4b5e4c9dcc44c770d942b5eccc764', '1', '2026-11-24 01:55:05.249746+00'),
('c8b67aae76a95f179c24fa9b0e8112f59df50685b3d855ff8501e9fbe9773dbc', '1', '2026-11-24 02:54:28.341261+00'),
('d0d12d9ef183ae823e545be73f5f21a3af3ff422db6c25c963d145f33c83a018', '1', '2026-11-24 02:54:05.249882+00'),
('d99efd9f437d07bf5deaf8092a9bddb10b56dca3a3932f445691f5a13f14e4a2', '5', '2026-11-24 02:04:40.870554+00'),
('dc13788a47c1a0a38242de265d1f734675d0073d97b9e87787fa186e1fa28ac4', '1', '2026-12-01 01:54:28.341243+00'),
('df7ac67aaa821db693f74be4997bb261c23a542f66a1e1c7b5c03b752aa68e49', '1', '2026-11-24 02:09:08.864429+00'),
('dff392fae4e2c635a25e1efe8dcb7d9be8983ed830f10180f7796b7d95f4059f', '1', '2026-11-24 02:54:28.191874+00'),
('e12b5adc42bc7ec8510172171aaed10fe5363b38503d443fc8f2740c45e43948', '1', '2026-12-01 01:54:27.601405+00'),
('e408f1ce9931fdd67450ed8293fe1e92c8c6dde420ab0c9e439f94cdec17fc4f', '4', '2026-11-24 02:54:27.59517+00'),
('f43efa38ba5c90cf4bd3c8b62360a35bb0f3db413e4da94d39639a18d44e4d5a', '1', '2026-12-01 01:54:28.191855+00'),
('f4cc5b7b77f64277f1f75de897cb5f52098b3c73b48e7643b63f1a1638e10a00', '1', '2026-11-24 02:54:27.911958+00'),
('f64caf89f1bdba54a7332cdddcfd60e98ffb0b398c7040932f7263aad930f3aa', '0', '2026-11-24 02:09:09.683932+00');

insert into mails ("id", "to_address", "template", "subject", "html", "text", "created_at", "sent_at", "attempts", "last_error", "reply_to") overriding system value values
('01a20b42-9cb9-7c2c-b0e9-95953bc1f8ff', 'gerda@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-24 01:54:04.569617+00', '2026-11-24 01:54:04.662441+00', '1', NULL, NULL),
('01a20b42-9e6b-7e49-88ca-5ccb72f6d4c2', 'kay@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-24 01:54:05.027772+00', '2026-11-24 01:54:05.096493+00', '1', NULL, NULL),
('01a20b42-9f4a-74bb-8e3f-34fb012b9926', 'hans@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-24 01:54:05.253337+00', '2026-11-24 01:54:05.310637+00', '1', NULL, NULL),
('01a20b42-a031-71ed-ac7a-86ee47f8a9fe', 'robber@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-24 01:54:05.472009+00', '2026-11-24 01:54:05.524807+00', '1', NULL, NULL),
('01a20b42-a102-74e5-a8f0-32babfbe62d8', 'wolf@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-24 01:54:05.692974+00', '2026-11-24 01:54:05.787339+00', '1', NULL, NULL),
('01a20b42-a20a-75f0-a25b-47dc92bcaef8', 'robber@tales.example', 'account-disabled', 'Your account was closed', NULL, NULL, '2026-11-24 01:54:05.910815+00', '2026-11-24 01:54:05.986538+00', '1', NULL, NULL),
('01a20b42-afa1-7f9d-a101-187a85cfa57c', 'gerda@tales.example', 'second-factor', 'Your second login step is on', NULL, NULL, '2026-11-24 01:54:08.992941+00', '2026-11-24 01:54:09.856888+00', '1', NULL, NULL),
('01a20b42-b17e-7869-8c22-2ff3eb9b7d7f', 'andersen@tales.example', 'change-email', 'Please confirm your new email address', NULL, NULL, '2026-11-24 01:54:09.916966+00', '2026-11-24 01:54:09.965148+00', '1', NULL, NULL),
('01a20b42-f69f-7772-b1ba-1f84bcf8c027', 'weekly@readers.example', 'newsletter-confirm', 'Please confirm that you want our letter', NULL, NULL, '2026-11-24 01:54:27.607214+00', '2026-11-24 01:54:27.742518+00', '1', NULL, NULL),
('01a20b42-f801-785e-9688-ef938b855d32', 'monthly@readers.example', 'newsletter-confirm', 'Please confirm that you want our letter', NULL, NULL, '2026-11-24 01:54:27.967984+00', '2026-11-24 01:54:28.062071+00', '1', NULL, NULL),
('01a20b42-f8f4-72d7-8f89-9ba0fa5de962', 'leaving@readers.example', 'newsletter-confirm', 'Please confirm that you want our letter', NULL, NULL, '2026-11-24 01:54:28.205513+00', '2026-11-24 01:54:28.228832+00', '1', NULL, NULL),
('01a20b42-f977-7dc9-b095-2ae3df67e8fa', 'unconfirmed@readers.example', 'newsletter-confirm', 'Please confirm that you want our letter', NULL, NULL, '2026-11-24 01:54:28.342801+00', '2026-11-24 01:54:28.354278+00', '1', NULL, NULL),
('01a20b42-ff9b-79e4-8070-dcde86ecf8a4', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-24 01:54:29.89419+00', '2026-11-24 01:54:30.060276+00', '1', NULL, NULL),
('01a20b42-fff0-7189-8155-8e3d61382649', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-24 01:54:29.970671+00', '2026-11-24 01:54:30.241669+00', '1', NULL, NULL),
('01a20b43-0040-70c0-bea1-de3ab3fa647c', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-24 01:54:30.061838+00', '2026-11-24 01:54:30.241253+00', '1', NULL, NULL),
('01a20b43-00e1-799e-aaf3-95da24d0f572', 'reader@readers.example', 'message-answered', 'An answer to your letter to Talewood', NULL, NULL, '2026-11-24 01:54:30.223587+00', '2026-11-24 01:54:30.260063+00', '1', NULL, NULL),
('01a20b43-02b3-7e59-8b66-9f51b7ea95f0', 'ada@tales.example', 'api-key-created', 'An API key was created with your account', NULL, NULL, '2026-11-24 01:54:30.689994+00', '2026-11-24 01:54:30.872024+00', '1', NULL, NULL),
('01a20b43-0368-7da2-b537-94045f8e90bc', 'ada@tales.example', 'api-key-created', 'An API key was created with your account', NULL, NULL, '2026-11-24 01:54:30.820309+00', '2026-11-24 01:54:31.046814+00', '1', NULL, NULL),
('01a20b43-5f14-756b-adfb-b5e1530a5236', 'kay@tales.example', 'reset', 'Choose a new password', '<!DOCTYPE html><html dir="ltr" lang="en"><head><meta name="viewport" content="width=device-width"/><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/><title>Choose a new password</title><meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/><style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0d2328 !important; }
  .sheet { background-color: #14313a !important; border-color: #24464c !important; }
  .head { background-color: #091a1f !important; border-bottom-color: #d2a24a !important; }
  .frame { border-color: #24464c !important; }
  .rule { border-top-color: #24464c !important; }
  .title, .body { color: #ece1c8 !important; }
  .small { color: #bfbfa8 !important; }
  .why { color: #98a396 !important; }
  .link { color: #a9d8ca !important; }
  .button { background-color: #9ccfbf !important; color: #0a2125 !important; box-shadow: inset 0 0 0 3px #9ccfbf, inset 0 0 0 4px #5f958a !important; }
}
@media (max-width: 480px) {
  .button { display: block !important; text-align: center !important; }
}</style></head><body class="page" style="background-color:#f6efe0;margin:0;padding:0"><table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody><tr><td style="margin:0;padding:28px 12px 40px;background-color:#f6efe0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">The link works for 30 minutes.<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div><table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fdf8ec;border:1px solid #d8caab;border-radius:6px;overflow:hidden"><tbody><tr style="width:100%"><td><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div class="head" style="background-color:#0b2a30;border-bottom:2px solid #e3b765;padding:26px 24px 22px;text-align:center"><p style="font-size:30px;line-height:36px;margin:0;color:#f4ead2;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;letter-spacing:0.02em;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Talewood</p><p style="font-size:15px;line-height:22px;margin:0;color:#e3b765;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Fairy tales, old and new</p></div></td></tr></tbody></table><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div style="padding:10px"><div class="frame" style="border:1px solid #d8caab;border-radius:3px;padding:28px 8% 26px"><h1 class="title" style="margin:0 0 20px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:29px;line-height:34px">A new key for your door</h1><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Hello <bdi>Kay</bdi>,</p><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Here you can choose a new password for your account at Talewood. Until you do, the old one stays as it is.</p><div style="padding:10px 0 22px"><a class="button" href="http://localhost:3000/reset-password?token=axpAxkRl_0umC8heel9ErWQOJHgDOgrLi6uc9qmxttc&amp;email=kay%40tales.example" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;background-color:#17494c;border-radius:3px;box-shadow:inset 0 0 0 3px #17494c, inset 0 0 0 4px #5d8583;color:#fbf3df;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-size:18px;padding:15px 30px;padding-top:15px;padding-right:30px;padding-bottom:15px;padding-left:30px" target="_blank"><span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:22.5" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:11.25px">Choose a new password</span><span><!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a></div><p class="small" style="font-size:15px;line-height:23px;margin:0 0 10px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0">This link works once, for 30 minutes. If the button does nothing, copy this address into your browser:<br/><a class="link" href="http://localhost:3000/reset-password?token=axpAxkRl_0umC8heel9ErWQOJHgDOgrLi6uc9qmxttc&amp;email=kay%40tales.example" style="color:#17535a;text-decoration-line:none;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;text-decoration:underline;word-break:break-all;overflow-wrap:anywhere" target="_blank">http://localhost:3000/reset-password?token=axpAxkRl_0umC8heel9ErWQOJHgDOgrLi6uc9qmxttc&amp;email=kay%40tales.example</a></p><hr class="rule" style="width:100%;border:none;border-top:1px solid #d8caab;margin:22px 0 18px"/><p class="why" style="font-size:15px;line-height:23px;margin:0;color:#566357;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">You get this mail because someone asked for a new password for this address. If that was not you, do nothing: your password stays as it is.</p></div></div></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table></body></html>', 'Talewood

A new key for your door
=======================

Hello Kay,

Here you can choose a new password for your account at Talewood. Until
you do, the old one stays as it is.

Choose a new password:
http://localhost:3000/reset-password?token=axpAxkRl_0umC8heel9ErWQOJHgDOgrLi6uc9qmxttc&email=kay%40tales.example

This link works once, for 30 minutes.

* * *

You get this mail because someone asked for a new password for this
address. If that was not you, do nothing: your password stays as it is.
', '2026-11-24 01:54:54.339133+00', NULL, '1', 'ESOCKET', NULL);

insert into media ("id", "hash", "width", "height", "bytes", "name", "alt", "credit", "focal_x", "focal_y", "created_at", "created_by", "begun_at", "ready_at", "removed_at", "stored_files") overriding system value values
('01a20b42-b558-786a-8e61-776c051ba408', 'a8d2f3e25cdcdde94ab0', '320', '240', '1676', 'mill', 'A mill by a pond', 'Drawn for the test', '40', '25', '2026-11-24 01:54:10.904106+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:10.904547+00', '2026-11-24 01:54:10.939229+00', NULL, '{"320.avif": {"size": 323, "sha256": "4a77945879c706ce16247271278f7815455c38a21e36e86303376e50560bdbee"}, "320.webp": {"size": 212, "sha256": "8bddc137e17a78122b8fd056eb2a59a77b979a153b291c3a54d326322d4fc350"}}'),
('01a20b42-b828-7667-a526-0b8eeee6548b', 'dc3e136c256efc88a3db', '320', '240', '1675', 'unused', '', '', '50', '50', '2026-11-24 01:54:11.624039+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:11.624419+00', '2026-11-24 01:54:11.645475+00', NULL, '{"320.avif": {"size": 323, "sha256": "903d83c9615db251789be6894c2b40ebd21cf11d1b2bc64f5adcc06bfdd2a682"}, "320.webp": {"size": 212, "sha256": "fa018d4d4b279d4d2a6ab0c8ae6e7c41de15fdfed6818d3b2507207a43a0822b"}}');

insert into media_uses ("media_id", "tale_id", "as_cover") overriding system value values
('01a20b42-b558-786a-8e61-776c051ba408', '01a20b42-b855-75d3-b884-8f48709b87ed', 'false'),
('01a20b42-b558-786a-8e61-776c051ba408', '01a20b42-b855-75d3-b884-8f48709b87ed', 'true');

insert into messages ("id", "topic", "text", "email", "tale_id", "tale_title", "status", "created_at", "settled_at", "answer", "answered_at", "answered_by", "is_answer_waiting") overriding system value values
('01a20b42-ff79-77ef-8480-5d95c6be86e3', 'mistake', 'There is a “pond” too many.', 'reader@readers.example', '01a20b42-b855-75d3-b884-8f48709b87ed', 'The Mill by the Pond', 'answered', '2026-11-24 01:54:29.89419+00', '2026-11-24 01:54:30.223587+00', 'Thank you. We took it out.', '2026-11-24 01:54:30.223587+00', '01a20b42-913c-7187-a939-e94ab57beed0', 'false'),
('01a20b42-ffb6-7fcc-ad3c-8eabe5afea3a', 'rights', 'This is mine.
Really.', NULL, NULL, NULL, 'closed', '2026-11-24 01:54:29.970671+00', '2026-11-24 01:54:30.25757+00', NULL, NULL, NULL, 'false'),
('01a20b43-0008-768a-ab0d-f93122741e34', 'question', 'Is there a second mill?', 'reader@readers.example', NULL, NULL, 'new', '2026-11-24 01:54:30.061838+00', NULL, NULL, NULL, NULL, 'false');

insert into newsletter_issues ("id", "issue_date", "status", "send_at", "subject", "opening", "parts", "is_edited", "html", "text", "version", "created_at", "updated_at", "sending_at", "sent_at") overriding system value values
('01a20b42-fb29-79cc-a52c-a18d9ad4027b', '2026-11-24', 'sent', '2026-11-25 16:00:00+00', 'News from the mill', 'Dear readers,

the mill is open.', '[{"kind": "new", "note": "Our first", "taleId": "01a20b42-b855-75d3-b884-8f48709b87ed"}, {"kind": "new", "note": "", "taleId": "01a20b42-b92e-7652-a927-997249c9e510"}]', 'true', '<!DOCTYPE html><html dir="ltr" lang="en"><head><meta name="viewport" content="width=device-width"/><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/><title>News from the mill</title><meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/><style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #0d2328 !important; }
  .sheet { background-color: #14313a !important; border-color: #24464c !important; }
  .head { background-color: #091a1f !important; border-bottom-color: #d2a24a !important; }
  .frame { border-color: #24464c !important; }
  .rule { border-top-color: #24464c !important; }
  .title, .body { color: #ece1c8 !important; }
  .small { color: #bfbfa8 !important; }
  .why { color: #98a396 !important; }
  .link { color: #a9d8ca !important; }
  .button { background-color: #9ccfbf !important; color: #0a2125 !important; box-shadow: inset 0 0 0 3px #9ccfbf, inset 0 0 0 4px #5f958a !important; }
}
@media (max-width: 480px) {
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .kind { color: #bfbfa8 !important; border-bottom-color: #24464c !important; }
  .note { border-left-color: #d2a24a !important; }
}</style></head><body class="page" style="background-color:#f6efe0;margin:0;padding:0"><table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody><tr><td style="margin:0;padding:28px 12px 40px;background-color:#f6efe0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Dear readers,<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div><table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fdf8ec;border:1px solid #d8caab;border-radius:6px;overflow:hidden"><tbody><tr style="width:100%"><td><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div class="head" style="background-color:#0b2a30;border-bottom:2px solid #e3b765;padding:26px 24px 22px;text-align:center"><p style="font-size:30px;line-height:36px;margin:0;color:#f4ead2;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;letter-spacing:0.02em;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Talewood</p><p style="font-size:15px;line-height:22px;margin:0;color:#e3b765;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Fairy tales, old and new</p></div></td></tr></tbody></table><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div style="padding:10px"><div class="frame" style="border:1px solid #d8caab;border-radius:3px;padding:28px 8% 26px"><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Tuesday 24 November 2026</p><h1 class="title" style="margin:0 0 20px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:29px;line-height:34px"><bdi>News from the mill</bdi></h1><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0"><bdi>Dear readers,</bdi></p><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0"><bdi>the mill is open.</bdi></p><h2 class="kind" style="margin:26px 0 12px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-size:15px;line-height:23px;padding:0 0 6px;border-bottom:1px solid #d8caab;font-weight:400;letter-spacing:0.08em;text-transform:uppercase">New on the shelves</h2><div style="margin:0 0 20px"><h3 class="title" style="margin:0 0 4px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:23px;line-height:28px;overflow-wrap:anywhere"><a class="link" href="http://localhost:3000/tale/the-mill-by-the-pond" style="color:#17535a;text-decoration:underline" lang="de"><bdi>The Mill by the Pond</bdi></a></h3><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><bdi>The Miller</bdi> · 7 min, 1 aloud</p><p class="body" lang="de" style="font-size:17px;line-height:26px;margin:0 0 10px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><bdi>What happened at the mill, told in one line.</bdi></p><p class="small note" style="font-size:15px;line-height:23px;margin:0 0 12px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;padding:0 0 0 12px;border-left:2px solid #e3b765;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:12px;margin-left:0"><bdi>Our first</bdi></p></div><div style="margin:0 0 20px"><h3 class="title" style="margin:0 0 4px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:23px;line-height:28px;overflow-wrap:anywhere"><a class="link" href="http://localhost:3000/tale/the-new-name" style="color:#17535a;text-decoration:underline"><bdi>The New Name</bdi></a></h3><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><bdi>The Miller</bdi> · 1 min, 1 aloud</p><p class="body" style="font-size:17px;line-height:26px;margin:0 0 10px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><bdi>What happened at the mill, told in one line.</bdi></p></div><p class="small" style="font-size:15px;line-height:23px;margin:0 0 10px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><a class="link" href="http://localhost:3000/recent" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">3 more are new</a></p><hr class="rule" style="width:100%;border:none;border-top:1px solid #d8caab;margin:22px 0 18px"/><p class="why" style="font-size:15px;line-height:23px;margin:0;color:#566357;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">You get this letter because you asked for it at Talewood, and said yes from this address.</p><p class="small" style="font-size:15px;line-height:23px;margin:10px 0 0;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:10px;margin-right:0;margin-bottom:0;margin-left:0"><a class="link" href="http://localhost:3000/newsletter/2026-11-24" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Read it on the web</a> · <a class="link" href="https://reader.invalid/preferences" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Change how often it comes</a> · <a class="link" href="https://reader.invalid/unsubscribe" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p></div></div></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table></body></html>', 'Talewood

News from the mill
Tuesday 24 November 2026

Dear readers,

the mill is open.

NEW ON THE SHELVES
------------------

The Mill by the Pond
The Miller, 7 min, 1 aloud
http://localhost:3000/tale/the-mill-by-the-pond
What happened at the mill, told in one line.
Note: Our first

The New Name
The Miller, 1 min, 1 aloud
http://localhost:3000/tale/the-new-name
What happened at the mill, told in one line.

3 more are new:
http://localhost:3000/recent

* * *

You get this letter because you asked for it at Talewood, and said yes
from this address.

Read it on the web:
http://localhost:3000/newsletter/2026-11-24

Change how often it comes:
https://reader.invalid/preferences

Unsubscribe:
https://reader.invalid/unsubscribe
', '3', '2026-11-24 01:54:28.498201+00', '2026-11-24 01:54:29.165593+00', '2026-11-24 01:54:28.888+00', '2026-11-24 01:54:29.165593+00'),
('01a20b42-fd82-7090-8003-3bfe08391a2c', '2026-12-02', 'skipped', '2026-12-01 01:54:29.465+00', 'The Fox, and other tales', '', '[{"kind": "week", "note": "", "taleId": "01a20b42-d473-7682-8944-586227ae7d3d"}, {"kind": "short", "note": "", "taleId": "01a20b42-ba62-7f68-b834-15616b1049d2"}]', 'true', NULL, NULL, '2', '2026-11-24 01:54:29.260758+00', '2026-11-24 01:54:29.461211+00', NULL, NULL),
('01a20b42-fec4-766e-a25b-025a14571cb5', '2026-12-14', 'draft', '2026-12-14 01:54:29.751+00', 'Not sent yet', '', '[{"kind": "new", "note": "Coming soon", "taleId": "01a20b42-b92e-7652-a927-997249c9e510"}]', 'true', NULL, NULL, '2', '2026-11-24 01:54:29.491309+00', '2026-11-24 01:54:29.772111+00', NULL, NULL);

insert into newsletter_schedule ("is_only", "is_on", "weekday", "hour", "time_zone", "updated_at") overriding system value values
('true', 'true', '3', '17', 'Europe/Berlin', '2026-11-24 01:54:28.489814+00');

insert into newsletter_subscribers ("id", "user_id", "email", "status", "consent_at", "consent_text", "created_at", "updated_at", "key", "frequency") overriding system value values
('01a20b42-a3ee-7fe2-b2b9-9026a779e10a', '01a20b42-9c99-7e2d-a4f3-41a39861665c', NULL, 'confirmed', '2026-11-24 01:54:06.428092+00', 'A few tales, and a word about each, once a week. The letter comes to {email}, and stops when you say so. Send me the weekly letter', '2026-11-24 01:54:06.428092+00', '2026-11-24 01:54:06.428092+00', '6666ac4ed9e149d5b5ee68fe82fd2e2edc40984bd7f849a8903ab71d5c820822', 'monthly'),
('01a20b42-f697-765f-9a78-cb4dc3673570', NULL, 'weekly@readers.example', 'confirmed', '2026-11-24 01:54:27.81559+00', 'A letter from the wood, once a week
A few tales, and a word about each. No noise in between.
We write to confirm your address first. Each letter has a link to leave.
Subscribe', '2026-11-24 01:54:27.607214+00', '2026-11-24 01:54:27.81559+00', '7cf3ebc8fdd042a891bce4f1bc4459fb9ee62392b80943d4a9cf2365ab4e960a', 'weekly'),
('01a20b42-f800-72d2-8525-a923556f22de', NULL, 'monthly@readers.example', 'confirmed', '2026-11-24 01:54:28.140477+00', 'A letter from the wood, once a week
A few tales, and a word about each. No noise in between.
We write to confirm your address first. Each letter has a link to leave.
Subscribe', '2026-11-24 01:54:27.967984+00', '2026-11-24 01:54:29.257474+00', 'bb10ca6db107478e9fdb4c4de33516450daf762a5dab4da58a7337d4d8bf7e36', 'monthly'),
('01a20b42-f8ed-7d9a-bdaa-0607ffe6749c', NULL, 'leaving@readers.example', 'unsubscribed', NULL, NULL, '2026-11-24 01:54:28.205513+00', '2026-11-24 01:54:29.253041+00', '99ca2d132b6e45298177d20738f904ba9423d5e5ac6844efb44e7754ddc954a5', 'weekly'),
('01a20b42-f976-7f4e-ae2c-1d3628d7f2fb', NULL, 'unconfirmed@readers.example', 'pending', '2026-11-24 01:54:28.342801+00', 'A letter from the wood, once a week
A few tales, and a word about each. No noise in between.
We write to confirm your address first. Each letter has a link to leave.
Subscribe', '2026-11-24 01:54:28.342801+00', '2026-11-24 01:54:28.342801+00', '20f3ef12c5b94cb4917e679ff64ce0787a256ff5b0f94cb8bc37f48b3a7e582b', 'weekly');

insert into nightly_tales ("night", "tale_id", "is_by_hand", "chosen_at") overriding system value values
('2026-11-23', '01a20b42-b92e-7652-a927-997249c9e510', 'false', '2026-11-24 01:54:49.840925+00'),
('2026-11-26', '01a20b42-b855-75d3-b884-8f48709b87ed', 'true', '2026-11-24 01:54:13.039512+00');

insert into one_time_tokens ("subject", "purpose", "hash", "email", "created_at", "expires_at") overriding system value values
('01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'reset', '7dbc67c65369c323801f06c544d4e81040726cb616ff78b8c71137b07a752ce1', 'kay@tales.example', '2026-11-24 01:54:54.345746+00', '2026-11-24 02:24:54.345746+00'),
('01a20b42-9f45-785a-8968-5e980c475681', 'change_email', '98b4c97ba7cbb4ccbd9ec50db2dbd84910553c8e97f4dfab9b1a43d094764e93', 'andersen@tales.example', '2026-11-24 01:54:09.917134+00', '2026-11-25 01:54:09.917134+00'),
('01a20b42-a0fd-7341-91e0-508c87235d8e', 'verify', '4dac906c83ddeb724c7872135bc13f412b752154e45ce0d0ab01cb364b5faa25', 'wolf@tales.example', '2026-11-24 01:54:05.695919+00', '2026-11-25 01:54:05.695919+00'),
('01a20b42-f976-7f4e-ae2c-1d3628d7f2fb', 'newsletter', '035c24ce6f84a3179bc0bb857d3bf485fedac5fdba1b128c97190c5b20571fc1', 'unconfirmed@readers.example', '2026-11-24 01:54:28.343447+00', '2026-12-01 01:54:28.343447+00');

insert into page_texts ("name", "version", "title", "markdown", "html", "saved_at", "saved_by") overriding system value values
('about', '1', 'About the mill', 'We grind *tales*.', '<p>We grind <em>tales</em>.</p>', '2026-11-24 01:54:30.339574+00', '01a20b42-913c-7187-a939-e94ab57beed0'),
('about', '2', 'About the mill', 'We grind **fairy tales**.

## Where

By the pond.', '<p>We grind <strong>fairy tales</strong>.</p>
<h2>Where</h2>
<p>By the pond.</p>', '2026-11-24 01:54:30.422067+00', '01a20b42-913c-7187-a939-e94ab57beed0'),
('privacy', '1', 'Privacy', 'We keep nothing.', '<p>We keep nothing.</p>', '2026-11-24 01:54:30.437436+00', '01a20b42-913c-7187-a939-e94ab57beed0'),
('privacy', '2', NULL, NULL, NULL, '2026-11-24 01:54:30.446181+00', '01a20b42-913c-7187-a939-e94ab57beed0');

insert into passkeys ("id", "user_id", "name", "credential_id", "public_key", "counter", "device_type", "backed_up", "transports", "aaguid", "created_at") overriding system value values
('01a20b42-b226-7dac-89ab-1ac6978f0998', '01a20b42-9f45-785a-8968-5e980c475681', 'Phone', 'wb8Tm9FgLCIKyeZovO33D47_ywZzW-STTT0Frf04Y98', 'pQECAyYgASFYIFuX7++9wz2OqwC2SibwN/GHtWI3Uzf8kvZtIonn4gR4Ilgg4e30OQ/X5CcnybOBVkc+tReWbkhGiwKCvPzmc+RUagE=', '0', 'multiDevice', 'true', 'internal', NULL, '2026-11-24 01:54:10.086339+00');

insert into profiles ("id", "name", "email", "email_verified", "image", "role", "disabled_at", "created_at", "updated_at", "two_factor_enabled", "settings") overriding system value values
('01a20b42-913c-7187-a939-e94ab57beed0', 'ada', 'ada@tales.example', 'true', NULL, 'admin', NULL, '2026-11-24 01:54:01.657145+00', '2026-11-24 01:54:01.657145+00', 'false', '{}'),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', 'Gerda', 'gerda@tales.example', 'true', NULL, 'user', NULL, '2026-11-24 01:54:04.569617+00', '2026-11-24 01:54:09.22+00', 'true', '{"reading": {"theme": "sepia"}, "hiddenAges": ["13+"]}'),
('01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'Kay', 'kay@tales.example', 'true', NULL, 'admin', NULL, '2026-11-24 01:54:05.027772+00', '2026-11-24 01:54:05.8755+00', 'false', '{}'),
('01a20b42-9f45-785a-8968-5e980c475681', 'Hans', 'hans@tales.example', 'true', NULL, 'user', NULL, '2026-11-24 01:54:05.253337+00', '2026-11-24 01:54:05.405182+00', 'false', '{}'),
('01a20b42-a020-72a6-9928-e58129a99746', 'Robber', 'robber@tales.example', 'true', NULL, 'user', '2026-11-24 01:54:05.910815+00', '2026-11-24 01:54:05.472009+00', '2026-11-24 01:54:05.910815+00', 'false', '{}'),
('01a20b42-a0fd-7341-91e0-508c87235d8e', 'Wolf', 'wolf@tales.example', 'false', NULL, 'user', NULL, '2026-11-24 01:54:05.692974+00', '2026-11-24 01:54:05.692974+00', 'false', '{}');

insert into reading_positions ("user_id", "tale_id", "place", "progress", "is_finished", "at", "is_gone", "quote") overriding system value values
('01a20b42-9c99-7e2d-a4f3-41a39861665c', '01a20b42-b855-75d3-b884-8f48709b87ed', '1.14', '0.4', 'false', '2026-11-24 01:52:27.491+00', 'false', 'a mill by a pond'),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', '01a20b42-ba62-7f68-b834-15616b1049d2', '2.0', '1', 'true', '2026-11-24 01:53:27.491+00', 'false', '');

insert into search_words ("word") overriding system value values
('came'),
('come'),
('ferryman'),
('fox0'),
('fox11'),
('fox13'),
('fox20'),
('fox22'),
('fox29'),
('fox31'),
('fox33'),
('fox35'),
('fox42'),
('fox44'),
('fox51'),
('fox53'),
('fox55'),
('fox57'),
('fox60'),
('fox62'),
('fox64'),
('fox66'),
('fox7'),
('fox73'),
('fox75'),
('fox77'),
('fox79'),
('fox82'),
('fox84'),
('fox86'),
('fox88'),
('fox9'),
('fox95'),
('happened'),
('line'),
('mill'),
('mill12'),
('mill14'),
('mill15'),
('mill16'),
('mill17'),
('mill18'),
('mill2'),
('mill24'),
('mill25'),
('mill26'),
('mill27'),
('mill28'),
('mill3'),
('mill30'),
('mill34'),
('mill36'),
('mill37'),
('mill38'),
('mill39'),
('mill4'),
('mill40'),
('mill46'),
('mill47'),
('mill48'),
('mill49'),
('mill5'),
('mill50'),
('mill52'),
('mill56'),
('mill58'),
('mill59'),
('mill6'),
('mill60'),
('mill61'),
('mill62'),
('mill65'),
('mill67'),
('mill68'),
('mill69'),
('mill70'),
('mill71'),
('mill72'),
('mill74'),
('mill77'),
('mill78'),
('mill79'),
('mill8'),
('mill80'),
('mill81'),
('mill83'),
('mill87'),
('mill89'),
('mill90'),
('mill91'),
('mill92'),
('mill93'),
('mill94'),
('mill96'),
('miller'),
('name'),
('number'),
('once'),
('pond'),
('queen0'),
('queen11'),
('queen13'),
('queen14'),
('queen15'),
('queen16'),
('queen18'),
('queen2'),
('queen20'),
('queen22'),
('queen24'),
('queen26'),
('queen27'),
('queen28'),
('queen29'),
('queen31'),
('queen33'),
('queen35'),
('queen36'),
('queen37'),
('queen38'),
('queen4'),
('queen40'),
('queen42'),
('queen44'),
('queen46'),
('queen49'),
('queen5'),
('queen51'),
('queen53'),
('queen55'),
('queen57'),
('queen58'),
('queen59'),
('queen6'),
('queen60'),
('queen62'),
('queen64'),
('queen66'),
('queen68'),
('queen7'),
('queen71'),
('queen73'),
('queen75'),
('queen77'),
('queen79'),
('queen80'),
('queen81'),
('queen82'),
('queen84'),
('queen86'),
('queen88'),
('queen9'),
('queen90'),
('queen93'),
('queen95'),
('said'),
('spindle1'),
('spindle10'),
('spindle12'),
('spindle14'),
('spindle16'),
('spindle17'),
('spindle19'),
('spindle21'),
('spindle23'),
('spindle25'),
('spindle3'),
('spindle30'),
('spindle32'),
('spindle34'),
('spindle39'),
('spindle41'),
('spindle43'),
('spindle45'),
('spindle47'),
('spindle48'),
('spindle50'),
('spindle52'),
('spindle54'),
('spindle56'),
('spindle61'),
('spindle63'),
('spindle65'),
('spindle67'),
('spindle69'),
('spindle70'),
('spindle72'),
('spindle74'),
('spindle76'),
('spindle78'),
('spindle8'),
('spindle83'),
('spindle85'),
('spindle87'),
('spindle89'),
('spindle91'),
('spindle92'),
('spindle94'),
('spindle96'),
('stay'),
('stayed'),
('tale'),
('that'),
('there'),
('told'),
('trash'),
('what'),
('whoever');

insert into second_factors ("id", "user_id", "secret", "backup_codes", "verified", "failed_verification_count", "locked_until") overriding system value values
('01a20b42-ad14-7e5e-a385-9acb3d406f3e', '01a20b42-9c99-7e2d-a4f3-41a39861665c', 'c2d6d12d25de68115100311f9923361c2b66f401eb11a0f6e56666249a635fb4aedc3a4ca44d639641617312a7dc6f68c714274880e0486eb0c48929af9c78021553e0f7e96aa686', '9ddf8bf58d14ace18a7e94013a99c4a7c0c0fe4be2662b1b4849a5628135b9450f50dda181c0105ed0864035c2cd97a397c31cb08a5e1f307624398339e72cd38f069a1770f0a71e5c9c97ae9545541e8e6eb8593c5122efe6c0c62a6960e010e29f9752d1bad9123aeb205d9a82dcca562ff7bff1b4c9c8917a0497b936e77656f7fce83ede2931755ccc16bce60b4be82ea637dec3f387e257a11ba223fb5def08fdee58eeabb5e9a7e34adfe078f362cbf16d8c00e7dfb3a46932f7e9c79edfdfa5f5acb73392c7315b6ab6bfe3c71ffa65', 'true', '0', NULL);

insert into sessions ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at") overriding system value values
('01a20b42-9b90-7291-bad0-4eb59d76f186', 'oAwEtw2jqVCV06vsJHQ2_csWQ29WNcCfv8km1QLTGko', '01a20b42-913c-7187-a939-e94ab57beed0', '2026-12-08 01:54:04.29539+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-24 01:54:04.29539+00', '2026-11-24 01:54:04.29539+00'),
('01a20b42-9fe5-7812-83c3-1e102bf3dc0f', 'ocHcTHJljkGuDTlKIkKb9haqUW2FPJJV6XzgU8gv6uc', '01a20b42-9f45-785a-8968-5e980c475681', '2026-12-08 01:54:05.405182+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-24 01:54:05.405182+00', '2026-11-24 01:54:05.405182+00'),
('01a20b42-a2f8-7618-9f33-5d23f9f9cb81', '3o6d6VGr4G9EMt5luk1K5joFD7gEmX9OC3cAZIPab-o', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-12-08 01:54:06.169242+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-24 01:54:06.169242+00', '2026-11-24 01:54:06.169242+00'),
('01a20b42-af76-7c1b-9263-a138cf5f0eba', 'HS4b47tSlHLEpiBWwYAowsE8BB-0DsMQ6eVSwFQvmhA', '01a20b42-9c99-7e2d-a4f3-41a39861665c', '2026-12-08 01:54:08.992941+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-24 01:54:08.992941+00', '2026-11-24 01:54:08.992941+00');

insert into shelf_tales ("user_id", "shelf_id", "tale_id", "is_on", "at") overriding system value values
('01a20b42-9c99-7e2d-a4f3-41a39861665c', 'e0000000-0000-4000-8000-000000000001', '01a20b42-b855-75d3-b884-8f48709b87ed', 'true', '2026-11-24 01:50:27.491+00'),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', 'e0000000-0000-4000-8000-000000000001', '01a20b42-b92e-7652-a927-997249c9e510', 'true', '2026-11-24 01:49:27.491+00');

insert into shelves ("user_id", "id", "name", "named_at", "gone_at") overriding system value values
('01a20b42-9c99-7e2d-a4f3-41a39861665c', 'e0000000-0000-4000-8000-000000000001', 'For Kay 🦊', '2026-11-24 01:48:27.491+00', NULL),
('01a20b42-9c99-7e2d-a4f3-41a39861665c', 'e0000000-0000-4000-8000-000000000002', 'Gone', '2026-11-24 01:50:27.491+00', '2026-11-24 01:51:27.491+00');

insert into site_settings ("is_only", "publish_requires_source", "updated_at") overriding system value values
('true', 'false', '2026-11-24 01:54:10.158655+00');

insert into tale_categories ("tale_id", "category_id") overriding system value values
('01a20b42-b855-75d3-b884-8f48709b87ed', '7'),
('01a20b42-b855-75d3-b884-8f48709b87ed', '8');

insert into tale_classifications ("tale_id", "reasons", "made_at") overriding system value values
('01a20b42-d473-7682-8944-586227ae7d3d', '[{"why": "The title has ‘fox’; ‘fox’ 24 times.", "what": "Category: Animals"}, {"why": "It is short, and its words come back again and again.", "what": "Age: 3-5"}]', '2026-11-24 01:54:18.765947+00'),
('01a20b42-d473-787a-9e85-9c73c4545911', '[{"why": "‘fox’ 24 times.", "what": "Category: Animals"}, {"why": "It is short, and its words come back again and again.", "what": "Age: 3-5"}]', '2026-11-24 01:54:18.765947+00');

insert into tale_drafts ("person_id", "id", "tale_id", "base_version", "title", "fields", "saved_at") overriding system value values
('01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'd0000000-0000-4000-8000-000000000001', NULL, NULL, 'A mill, half written', '{"title":"A mill, half written","content":"<p>There was","read_time":"1 1/2"}', '2026-11-24 01:54:12.47803+00'),
('01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'd0000000-0000-4000-8000-000000000002', '01a20b42-b855-75d3-b884-8f48709b87ed', '1', '', '{"excerpt":"Another line."}', '2026-11-24 01:54:12.519266+00');

insert into tale_previews ("id", "tale_id", "hash", "made_by", "created_at", "expires_at") overriding system value values
('01a20b42-bdbb-70cc-bd8d-407343cf6b71', '01a20b42-baf1-79eb-8916-4909769ec40f', 'bf66e5127967872bc60d68ced8ca42803c66944eca2688a4c4c0e93ee9bd24f6', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', '2026-11-24 01:54:13.049708+00', '2026-12-24 01:54:13.049708+00');

insert into tale_revisions ("tale_id", "version", "saved_at", "edited_by", "title", "status", "words", "fields", "content") overriding system value values
('01a20b42-b92e-7652-a927-997249c9e510', '1', '2026-11-24 01:54:11.883703+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'The Old Name', 'published', '19', '{"slug": "the-old-name", "tags": [], "title": "The Old Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "What happened at the mill, told in one line.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-16T01:54:11.874Z", "content_notes": [], "why_it_matters": ""}', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>'),
('01a20b42-b92e-7652-a927-997249c9e510', '2', '2026-11-24 01:54:11.899729+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'The New Name', 'published', '19', '{"slug": "the-new-name", "tags": [], "title": "The New Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "What happened at the mill, told in one line.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-16T01:54:11.874Z", "content_notes": [], "why_it_matters": ""}', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>'),
('01a20b42-b92e-7652-a927-997249c9e510', '3', '2026-11-24 01:54:11.913162+00', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'The New Name', 'published', '5', '{"slug": "the-new-name", "tags": [], "title": "The New Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "Written anew.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-16T01:54:11.874Z", "content_notes": [], "why_it_matters": ""}', '<p>Written anew, with a pond.</p>');

insert into tale_slugs ("slug", "tale_id", "created_at") overriding system value values
('a-tale-in-the-making', '01a20b42-baf1-79eb-8916-4909769ec40f', '2026-11-24 01:54:12.287428+00'),
('a-tale-of-the-ferryman', '01a20b42-ba62-7f68-b834-15616b1049d2', '2026-11-24 01:54:12.18936+00'),
('a-tale-to-come', '01a20b42-ba9d-7749-b5ad-3841eb24ce07', '2026-11-24 01:54:12.243302+00'),
('deleted-for-good', NULL, '2026-11-24 01:54:12.402767+00'),
('in-the-trash', '01a20b42-bafd-7da7-a108-4982fa7066df', '2026-11-24 01:54:12.348706+00'),
('the-fox', '01a20b42-d473-7682-8944-586227ae7d3d', '2026-11-24 01:54:18.765947+00'),
('the-mill', '01a20b42-d473-787a-9e85-9c73c4545911', '2026-11-24 01:54:18.765947+00'),
('the-mill-by-the-pond', '01a20b42-b855-75d3-b884-8f48709b87ed', '2026-11-24 01:54:11.654118+00'),
('the-new-name', '01a20b42-b92e-7652-a927-997249c9e510', '2026-11-24 01:54:11.899729+00'),
('the-old-name', '01a20b42-b92e-7652-a927-997249c9e510', '2026-11-24 01:54:11.883703+00');

insert into tales ("id", "slug", "title", "author", "author_id", "category_id", "excerpt", "content", "content_source", "content_text", "cleaner_version", "words", "status", "publish_date", "cover_image", "read_time", "featured_rank", "language", "origin", "tale_type", "age_band", "retold_from", "source", "version", "facets", "created_at", "updated_at", "deleted_at", "search", "edited_by", "rights", "is_dated", "went_public_at", "content_notes", "motifs", "why_it_matters", "questions") overriding system value values
('01a20b42-b855-75d3-b884-8f48709b87ed', 'the-mill-by-the-pond', 'The Mill by the Pond', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p><figure><img src="/media/a8d2f3e25cdcdde94ab0-320x240/320.webp" alt="A mill by a pond" /><figcaption>The mill</figcaption></figure>', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p><figure><img src="/media/a8d2f3e25cdcdde94ab0-320x240/320.webp" alt="A mill by a pond"><figcaption>The mill</figcaption></figure>', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.

The mill', '1', '21', 'published', '2026-11-15 01:54:11.651+00', '/media/a8d2f3e25cdcdde94ab0-320x240/320.webp#x40y25', '7', '2', 'de', 'German', 'ATU 425A', '6-8', 'An older telling', 'Told at the mill', '1', '{a:1,c:1,c:7,c:8,g:6-8,l:de,m:10,o:German}', '2026-11-24 01:54:11.654118+00', '2026-11-24 01:54:11.654118+00', NULL, '''"'':33C ''"stay'':32C ''a'':22C,25C ''and'':27C ''at'':10B,17C ''by'':3A,24C ''cam'':29C ''happened'':9B ''lin'':16B ''mill'':2A,12B,19C,23C,36C,38C ''miller'':7A ''one'':15B ''pond'':5A,26C ''said'':34C ''stayed'':31C ''the'':1A,4A,6A,11B,18C,35C,37C ''ther'':20C,30C ''told'':13B ''what'':8B ''whov'':28C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'true', '2026-11-24 01:54:11.654118+00', '{death-of-a-parent}', '{"A mill that grinds by itself"}', 'It says what staying costs.', '{"Would you stay?","Why does the miller ask?"}'),
('01a20b42-b92e-7652-a927-997249c9e510', 'the-new-name', 'The New Name', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-16 01:54:11.874+00', '', '0', '1', 'en', '', '', '', '', 'Told at the mill', '4', '{a:1,c:1,l:en,m:5}', '2026-11-24 01:54:11.883703+00', '2026-11-24 01:54:11.979575+00', NULL, '''"'':31C ''"stay'':30C ''came'':27C ''happen'':7B ''line'':14B ''mill'':10B,17C,21C ''miller'':5A,34C ''name'':3A ''new'':2A ''one'':13B ''pond'':24C ''said'':32C ''stay'':29C ''the'':4A ''told'':11B ''whoever'':26C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'true', '2026-11-24 01:54:11.883703+00', '{}', '{}', '', '{}'),
('01a20b42-ba62-7f68-b834-15616b1049d2', 'a-tale-of-the-ferryman', 'A Tale of the Ferryman', 'The Ferryman', '2', '3', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-17 01:54:12.102+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:2,c:3,l:en,m:5}', '2026-11-24 01:54:12.18936+00', '2026-11-24 01:54:12.18936+00', NULL, '''"'':33C ''"stay'':32C ''came'':29C ''ferryman'':5A,7A ''happen'':9B ''line'':16B ''mill'':12B,19C,23C ''miller'':36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''whoever'':28C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'true', '2026-11-24 01:54:12.18936+00', '{}', '{}', '', '{}'),
('01a20b42-ba9d-7749-b5ad-3841eb24ce07', 'a-tale-to-come', 'A Tale to Come', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2027-01-23 01:54:12.228+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:1,c:1,l:en,m:5}', '2026-11-24 01:54:12.243302+00', '2026-11-24 01:54:12.243302+00', NULL, '''"'':32C ''"stay'':31C ''came'':28C ''come'':4A ''happen'':8B ''line'':15B ''mill'':11B,18C,22C ''miller'':6A,35C ''one'':14B ''pond'':25C ''said'':33C ''stay'':30C ''tale'':2A ''the'':5A ''told'':12B ''whoever'':27C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'true', NULL, '{}', '{}', '', '{}'),
('01a20b42-baf1-79eb-8916-4909769ec40f', 'a-tale-in-the-making', 'A Tale in the Making', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'draft', '2026-11-24 01:54:12.287428+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:1,c:1,l:en,m:5}', '2026-11-24 01:54:12.287428+00', '2026-11-24 01:54:12.287428+00', NULL, '''"'':33C ''"stay'':32C ''came'':29C ''happen'':9B ''line'':16B ''make'':5A ''mill'':12B,19C,23C ''miller'':7A,36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''whoever'':28C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'false', NULL, '{}', '{}', '', '{}'),
('01a20b42-bafd-7da7-a108-4982fa7066df', 'in-the-trash', 'A Tale in the Trash', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-18 01:54:12.346+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '2', '{a:1,c:1,l:en,m:5}', '2026-11-24 01:54:12.348706+00', '2026-11-24 01:54:12.38195+00', '2026-11-24 01:54:12.38195+00', '''"'':33C ''"stay'':32C ''came'':29C ''happen'':9B ''line'':16B ''mill'':12B,19C,23C ''miller'':7A,36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''trash'':5A ''whoever'':28C', '01a20b42-9e64-76fa-8a5e-d20488a8c01f', 'In the public domain', 'true', NULL, '{}', '{}', '', '{}'),
('01a20b42-d473-7682-8944-586227ae7d3d', 'the-fox', 'The Fox', 'Ada Miller', '4', '8', 'There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10…', '<p>There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47 queen64 queen81 spindle1 mill18 fox35 mill52 spindle69 queen86 queen6 spindle23 mill40 fox57 mill74 spindle91 queen11 queen28 spindle45 mill62 fox79 mill96 spindle16.</p>
<p>And fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45 queen62 queen79 spindle96 mill16 fox33 mill50 spindle67 queen84 queen4 spindle21 mill38 fox55 mill72 spindle89 queen9 queen26 spindle43 mill60 fox77 mill94 spindle14. That was the end of it.</p>', '', 'There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47 queen64 queen81 spindle1 mill18 fox35 mill52 spindle69 queen86 queen6 spindle23 mill40 fox57 mill74 spindle91 queen11 queen28 spindle45 mill62 fox79 mill96 spindle16.

And fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45 queen62 queen79 spindle96 mill16 fox33 mill50 spindle67 queen84 queen4 spindle21 mill38 fox55 mill72 spindle89 queen9 queen26 spindle43 mill60 fox77 mill94 spindle14. That was the end of it.', '1', '173', 'published', '2026-11-24 01:54:18.765947+00', '', '0', NULL, 'en', '', '', '3-5', '', 'The Small Book. Project Gutenberg 77001', '1', '{a:4,c:8,g:3-5,l:en,m:5}', '2026-11-24 01:54:18.765947+00', '2026-11-24 01:54:18.765947+00', NULL, '''1'':10B,50C ''ada'':3A ''end'':215C ''fox'':2A ''fox0'':32B,72C ''fox11'':188C ''fox13'':107C ''fox20'':160C ''fox22'':39B,79C ''fox29'':132C ''fox31'':11B,51C ''fox33'':195C ''fox35'':114C ''fox42'':167C ''fox44'':86C ''fox51'':139C ''fox53'':18B,58C ''fox55'':202C ''fox57'':121C ''fox64'':174C ''fox66'':93C ''fox73'':146C ''fox75'':25B,65C ''fox77'':209C ''fox79'':128C ''fox86'':181C ''fox88'':100C ''fox95'':153C ''mill15'':154C ''mill16'':194C ''mill17'':33B,73C ''mill18'':113C ''mill25'':166C ''mill27'':85C ''mill28'':189C ''mill3'':159C ''mill30'':108C ''mill34'':138C ''mill36'':17B,57C ''mill37'':161C ''mill38'':201C ''mill39'':40B,80C ''mill40'':120C ''mill46'':133C ''mill47'':173C ''mill48'':12B,52C ''mill49'':92C ''mill5'':38B,78C ''mill50'':196C ''mill52'':115C ''mill56'':145C ''mill58'':24B,64C ''mill59'':168C ''mill6'':182C ''mill60'':208C ''mill61'':87C ''mill62'':127C ''mill68'':140C ''mill69'':180C ''mill70'':19B,59C ''mill71'':99C ''mill72'':203C ''mill74'':122C ''mill78'':152C ''mill8'':101C ''mill80'':31B,71C ''mill81'':175C ''mill83'':94C ''mill90'':147C ''mill91'':187C ''mill92'':26B,66C ''mill93'':106C ''mill94'':210C ''mill96'':129C ''miller'':4A ''number'':9B,49C ''queen0'':136C ''queen11'':124C ''queen13'':171C ''queen15'':90C ''queen18'':177C ''queen2'':15B,55C ''queen20'':96C ''queen22'':143C ''queen24'':22B,62C ''queen26'':206C ''queen27'':149C ''queen28'':125C ''queen29'':28B,68C ''queen35'':178C ''queen37'':97C ''queen4'':199C ''queen40'':184C ''queen42'':103C ''queen44'':150C ''queen46'':29B,69C ''queen49'':156C ''queen5'':142C ''queen51'':35B,75C ''queen57'':185C ''queen59'':104C ''queen6'':118C ''queen62'':191C ''queen64'':110C ''queen66'':157C ''queen68'':36B,76C ''queen7'':21B,61C ''queen71'':163C ''queen73'':42B,82C ''queen79'':192C ''queen80'':135C ''queen81'':111C ''queen82'':14B,54C ''queen84'':198C ''queen86'':117C ''queen88'':164C ''queen9'':205C ''queen90'':43B,83C ''queen93'':170C ''queen95'':89C ''spindle1'':112C,176C ''spindle10'':84C,148C ''spindle10…'':44B ''spindle12'':27B,67C ''spindle14'':211C ''spindle16'':130C ''spindle17'':137C ''spindle19'':16B,56C ''spindle21'':200C ''spindle23'':119C,183C ''spindle25'':102C ''spindle3'':95C ''spindle30'':172C ''spindle32'':91C,155C ''spindle34'':34B,74C ''spindle39'':144C ''spindle41'':23B,63C ''spindle43'':207C ''spindle45'':126C,190C ''spindle47'':109C ''spindle52'':179C ''spindle54'':98C,162C ''spindle56'':41B,81C ''spindle61'':151C ''spindle63'':30B,70C,134C ''spindle65'':13B,53C ''spindle67'':197C ''spindle69'':116C ''spindle74'':186C ''spindle76'':105C,169C ''spindle78'':88C ''spindle8'':165C ''spindle83'':158C ''spindle85'':37B,77C,141C ''spindle87'':20B,60C ''spindle89'':204C ''spindle91'':123C ''spindle96'':193C', NULL, 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.', 'true', '2026-11-24 01:54:18.765947+00', '{}', '{}', '', '{}'),
('01a20b42-d473-787a-9e85-9c73c4545911', 'the-mill', 'The Mill', 'Ada Miller', '4', '8', 'There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41…', '<p>There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47.</p>
<p>And fox60 mill77 spindle94 queen14 queen31 spindle48 mill65 fox82 mill2 spindle19 queen36 queen53 spindle70 mill87 fox7 mill24 spindle41 queen58 queen75 spindle92 mill12 fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45. That was the end of it.</p>', '', 'There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47.

And fox60 mill77 spindle94 queen14 queen31 spindle48 mill65 fox82 mill2 spindle19 queen36 queen53 spindle70 mill87 fox7 mill24 spindle41 queen58 queen75 spindle92 mill12 fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45. That was the end of it.', '1', '173', 'published', '2026-11-24 01:54:18.765947+00', '', '0', NULL, 'en', '', '', '3-5', '', 'The Small Book. Project Gutenberg 77001', '1', '{a:4,c:8,g:3-5,l:en,m:5}', '2026-11-24 01:54:18.765947+00', '2026-11-24 01:54:18.765947+00', NULL, '''2'':10B,50C ''ada'':3A ''end'':215C ''fox0'':93C ''fox11'':209C ''fox13'':128C ''fox20'':181C ''fox22'':100C ''fox29'':153C ''fox31'':32B,72C ''fox42'':188C ''fox44'':107C ''fox51'':160C ''fox53'':39B,79C ''fox60'':132C ''fox62'':11B,51C ''fox64'':195C ''fox66'':114C ''fox7'':146C ''fox73'':167C ''fox75'':86C ''fox82'':139C ''fox84'':18B,58C ''fox86'':202C ''fox88'':121C ''fox9'':25B,65C ''fox95'':174C ''mill'':2A ''mill12'':152C ''mill14'':31B,71C ''mill15'':175C ''mill17'':94C ''mill2'':140C ''mill24'':147C ''mill25'':187C ''mill26'':26B,66C ''mill27'':106C ''mill28'':210C ''mill3'':180C ''mill30'':129C ''mill34'':159C ''mill36'':38B,78C ''mill37'':182C ''mill39'':101C ''mill4'':19B,59C ''mill46'':154C ''mill47'':194C ''mill48'':33B,73C ''mill49'':113C ''mill5'':99C ''mill56'':166C ''mill58'':85C ''mill59'':189C ''mill6'':203C ''mill61'':108C ''mill65'':138C ''mill67'':17B,57C ''mill68'':161C ''mill69'':201C ''mill70'':40B,80C ''mill71'':120C ''mill77'':133C ''mill78'':173C ''mill79'':12B,52C ''mill8'':122C ''mill80'':92C ''mill81'':196C ''mill83'':115C ''mill87'':145C ''mill89'':24B,64C ''mill90'':168C ''mill91'':208C ''mill92'':87C ''mill93'':127C ''miller'':4A ''number'':9B,49C ''queen0'':157C ''queen13'':192C ''queen14'':135C ''queen15'':111C ''queen16'':14B,54C ''queen18'':198C ''queen2'':36B,76C ''queen20'':117C ''queen22'':164C ''queen24'':43B,83C ''queen27'':170C ''queen29'':89C ''queen31'':136C ''queen33'':15B,55C ''queen35'':199C ''queen36'':142C ''queen37'':118C ''queen38'':21B,61C ''queen40'':205C ''queen42'':124C ''queen44'':171C ''queen46'':90C ''queen49'':177C ''queen5'':163C ''queen51'':96C ''queen53'':143C ''queen55'':22B,62C ''queen57'':206C ''queen58'':149C ''queen59'':125C ''queen60'':28B,68C ''queen66'':178C ''queen68'':97C ''queen7'':42B,82C ''queen71'':184C ''queen73'':103C ''queen75'':150C ''queen77'':29B,69C ''queen80'':156C ''queen82'':35B,75C ''queen88'':185C ''queen90'':104C ''queen93'':191C ''queen95'':110C ''spindle1'':197C ''spindle10'':105C,169C ''spindle12'':88C ''spindle17'':158C ''spindle19'':37B,77C,141C ''spindle21'':20B,60C ''spindle23'':204C ''spindle25'':123C ''spindle3'':116C ''spindle30'':193C ''spindle32'':112C,176C ''spindle34'':95C ''spindle39'':165C ''spindle41'':84C,148C ''spindle41…'':44B ''spindle43'':27B,67C ''spindle45'':211C ''spindle47'':130C ''spindle48'':137C ''spindle50'':16B,56C ''spindle52'':200C ''spindle54'':119C,183C ''spindle56'':102C ''spindle61'':172C ''spindle63'':91C,155C ''spindle65'':34B,74C ''spindle70'':144C ''spindle72'':23B,63C ''spindle74'':207C ''spindle76'':126C,190C ''spindle78'':109C ''spindle8'':186C ''spindle83'':179C ''spindle85'':98C,162C ''spindle87'':41B,81C ''spindle92'':151C ''spindle94'':30B,70C,134C ''spindle96'':13B,53C', NULL, 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.', 'true', '2026-11-24 01:54:18.765947+00', '{}', '{}', '', '{}');

select setval('authors_id_seq', 4);
select setval('cache_withdrawals', 6);
select setval('categories_id_seq', 11);
select setval('collections_id_seq', 2);
select setval('import_runs_id_seq', 2);
select setval('import_upload_files_position_seq', 3);
select setval('imported_books_id_seq', 2);
select setval('imported_tales_id_seq', 4);
select setval('texts_due_id_seq', 9);
select setval('words_due_id_seq', 13);

select graphile_worker.add_job('publish-tale', '{"id" : "01a20b42-ba9d-7749-b5ad-3841eb24ce07"}'::json, queue_name := NULL, run_at := now() + '59 days 23:49:16', max_attempts := 25, job_key := 'publish:01a20b42-ba9d-7749-b5ad-3841eb24ce07');
select graphile_worker.add_job('remove_left_pictures', '{}'::json, queue_name := NULL, run_at := now() + '00:49:16', max_attempts := 10, job_key := 'media:01a20b42-b558-786a-8e61-776c051ba408');
select graphile_worker.add_job('remove_left_pictures', '{}'::json, queue_name := NULL, run_at := now() + '00:49:17', max_attempts := 10, job_key := 'media:01a20b42-b828-7667-a526-0b8eeee6548b');
select graphile_worker.add_job('send_mail', '{"mailId":"01a20b43-5f14-756b-adfb-b5e1530a5236","triesMade":1}'::json, queue_name := NULL, run_at := now() + '00:00:00', max_attempts := 10, job_key := 'mail:01a20b43-5f14-756b-adfb-b5e1530a5236');
