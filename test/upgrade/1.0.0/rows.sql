insert into api_keys ("id", "hash", "person_id", "name", "scope", "start", "created_at", "last_used_at", "expires_at", "revoked_at") overriding system value values
('01a214ac-ae27-751b-bcfb-a93306e14b6b', 'IxKEYlQyIH-kQAWnOOPMf4Xd2w7Ut7N9UgiTjEy5bBA', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'Publishing script', 'write', 'tw_jn0N', '2026-11-25 21:46:30.817948+00', '2026-11-25 21:46:31.012936+00', NULL, NULL),
('01a214ac-aeb5-71c5-be7e-a0491150e437', 'UKfGQkT_jc_VEz60mxTrf2l87UmubYVh3aGScYJJUN8', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'Former script', 'read', 'tw_nL5j', '2026-11-25 21:46:30.944217+00', NULL, NULL, '2026-11-25 21:46:30.991091+00');

insert into audit_log ("id", "at", "actor_kind", "actor", "action", "subject_kind", "subject_id", "details") overriding system value values
('01a214ac-653a-7d67-a636-3e6018e17e49', '2026-11-25 21:46:12.145033+00', 'site', NULL, 'user.created', 'user', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', '{"role": "admin"}'),
('01a214ac-71c9-7662-a511-8e312c1f7a07', '2026-11-25 21:46:15.354595+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'user.role-changed', 'user', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '{"to": "admin", "from": "user", "sessions": 1}'),
('01a214ac-720c-732d-8570-8760b7e767b4', '2026-11-25 21:46:15.397475+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'user.disabled', 'user', '01a214ac-6fae-7b6c-b598-5aa21b2b044c', '{"sessions": 1}'),
('01a214ac-789d-730c-bac5-7fa87bfa84e6', '2026-11-25 21:46:17.110939+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'settings.changed', 'settings', 'site', '{"publish_requires_source": false}'),
('01a214ac-7bfb-74d8-918d-f31253b36fe2', '2026-11-25 21:46:17.976963+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'picture.added', 'picture', '01a214ac-7bbe-7514-8f1b-c2d70bf18373', '{}'),
('01a214ac-7c43-733e-bf48-484c79b5f70e', '2026-11-25 21:46:18.038783+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'picture.changed', 'picture', '01a214ac-7bbe-7514-8f1b-c2d70bf18373', '{"tales": 0, "fields": "alt, credit, focal_x, focal_y"}'),
('01a214ac-7e87-712f-bea4-76cdd36772f4', '2026-11-25 21:46:18.629455+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'picture.added', 'picture', '01a214ac-7e73-70f5-aa49-c6bd00248d24', '{}'),
('01a214ac-7ed4-724b-bff9-7fb67fec8d88', '2026-11-25 21:46:18.640972+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '{"title": "The Mill by the Pond"}'),
('01a214ac-7f04-7c3e-bdc5-32852e760208', '2026-11-25 21:46:18.738467+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7efd-78bd-a9a2-a58f327df137', '{"title": "The Old Name"}'),
('01a214ac-7f1a-7320-aed7-c3c9e3a4b43b', '2026-11-25 21:46:18.767386+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.changed', 'tale', '01a214ac-7efd-78bd-a9a2-a58f327df137', '{"title": "The New Name"}'),
('01a214ac-7f31-73e7-b801-101cf67be5dd', '2026-11-25 21:46:18.78935+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.changed', 'tale', '01a214ac-7efd-78bd-a9a2-a58f327df137', '{"title": "The New Name"}'),
('01a214ac-7f4d-78dd-a042-977b5bce82be', '2026-11-25 21:46:18.811354+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.version-restored', 'tale', '01a214ac-7efd-78bd-a9a2-a58f327df137', '{"title": "The New Name", "version": 2}'),
('01a214ac-7f62-71e8-884a-292d509c44f3', '2026-11-25 21:46:18.842491+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7f5c-7138-8329-e5d19fdc8915', '{"title": "A Tale of the Ferryman"}'),
('01a214ac-7f74-7cf0-9392-f79a3a2b1712', '2026-11-25 21:46:18.864146+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7f72-73fc-ae5f-062ca7594acc', '{"title": "A Tale to Come"}'),
('01a214ac-7f99-77e0-8b9f-344991633e12', '2026-11-25 21:46:18.878415+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7f80-710a-9ffa-14c4182566b9', '{"title": "A Tale in the Making"}'),
('01a214ac-7fa5-72c5-8f83-fab3c7d3bdbd', '2026-11-25 21:46:18.911636+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7fa2-7cb4-8aa1-cf3f67061667', '{"title": "A Tale in the Trash"}'),
('01a214ac-7fb3-7fba-b9a5-16d6e2fbb252', '2026-11-25 21:46:18.927023+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.binned', 'tale', '01a214ac-7fa2-7cb4-8aa1-cf3f67061667', '{"title": "A Tale in the Trash"}'),
('01a214ac-7fc3-756b-88b3-4dca807028be', '2026-11-25 21:46:18.943289+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.created', 'tale', '01a214ac-7fc1-706b-bed3-a99144007dd8', '{"title": "A Tale Deleted"}'),
('01a214ac-7fcc-7845-bfc5-1239e0bfc761', '2026-11-25 21:46:18.952953+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.binned', 'tale', '01a214ac-7fc1-706b-bed3-a99144007dd8', '{"title": "A Tale Deleted"}'),
('01a214ac-7fdb-7264-9c12-5eabda1e1f33', '2026-11-25 21:46:18.961766+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.deleted', 'tale', '01a214ac-7fc1-706b-bed3-a99144007dd8', '{"title": "A Tale Deleted"}'),
('01a214ac-8002-797b-bcdf-8dff2cedbd85', '2026-11-25 21:46:19.006631+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'author.changed', 'author', '1', '{"name": "The Miller", "fields": "born_year died_year place biography slug other_names"}'),
('01a214ac-800d-7720-8531-d915b349d512', '2026-11-25 21:46:19.018597+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'author.created', 'author', '3', '{"name": "A Ferry Man"}'),
('01a214ac-801e-7cf5-bd83-d230dc07a9db', '2026-11-25 21:46:19.029699+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'author.merged', 'author', '3', '{"into": "The Ferryman", "name": "A Ferry Man", "tales": 0}'),
('01a214ac-802b-7fc9-8ca3-ad9c330a4311', '2026-11-25 21:46:19.045365+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'category.created', 'category', '10', '{"name": "Mills"}'),
('01a214ac-803c-7073-9dba-179a4d3fd1da', '2026-11-25 21:46:19.065855+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'category.changed', 'category', '10', '{"name": "Mills", "fields": "slug"}'),
('01a214ac-8047-7fea-b872-d1c1826f7990', '2026-11-25 21:46:19.075302+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'category.created', 'category', '11', '{"name": "Ponds"}'),
('01a214ac-8056-7f62-b813-910430d0bd6c', '2026-11-25 21:46:19.087592+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'category.merged', 'category', '11', '{"into": "Mills", "name": "Ponds", "tales": 0}'),
('01a214ac-8063-77ae-beba-7a44c77ca938', '2026-11-25 21:46:19.101777+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'collection.created', 'collection', '1', '{"name": "For One Evening"}'),
('01a214ac-806f-7ee6-8275-652a4691d144', '2026-11-25 21:46:19.116287+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'collection.created', 'collection', '2', '{"name": "Former Evenings"}'),
('01a214ac-807c-79f0-911b-efdc5e813725', '2026-11-25 21:46:19.129664+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'collection.retired', 'collection', '2', '{"to": "For One Evening", "name": "Former Evenings"}'),
('01a214ac-808d-7f82-879b-83dad7b385a6', '2026-11-25 21:46:19.14451+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'featured.pinned', 'featured', 'home', '{"tales": 2}'),
('01a214ac-80a7-7248-8dd3-ae6fa241a34d', '2026-11-25 21:46:19.170549+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'night.chosen', 'night', '2026-11-28', '{"night": "2026-11-28", "title": "The Mill by the Pond"}'),
('01a214ac-80b4-7a55-aa0c-8bec18d8253d', '2026-11-25 21:46:19.185227+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'tale.preview-made', 'tale', '01a214ac-7f80-710a-9ffa-14c4182566b9', '{"title": "A Tale in the Making"}'),
('01a214ac-8860-7d37-b0d7-2886e05164e5', '2026-11-25 21:46:21.149348+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'import.done', 'import', '1', '{"made": 2, "books": 1, "changed": 0}'),
('01a214ac-9058-790b-8388-0f42c3b1a5df', '2026-11-25 21:46:23.186998+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'import.done', 'import', '2', '{"made": 2, "books": 1, "changed": 0}'),
('01a214ac-90ab-7a53-b2d1-d07600d9cef0', '2026-11-25 21:46:23.271513+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'import.undone', 'import', '2', '{}'),
('01a214ac-9fb9-71d1-929d-fd63707f8de1', '2026-11-25 21:46:27.09852+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'newsletter.scheduled', 'newsletter', 'schedule', '{"hour": 17, "is_on": true, "weekday": 3, "time_zone": "Europe/Berlin"}'),
('01a214ac-a329-7622-8274-bd8f0c6a5226', '2026-11-25 21:46:27.28817+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.prepared', 'letter', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '{"day": "2026-12-02"}'),
('01a214ac-a374-7859-a001-4a44e556621a', '2026-11-25 21:46:28.064653+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.changed', 'letter', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '{"day": "2026-12-02", "fields": "subject opening parts"}'),
('01a214ac-a3fd-7a6b-b05f-511c9863de88', '2026-11-25 21:46:28.112024+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.started', 'letter', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '{"day": "2026-11-25", "readers": 4}'),
('01a214ac-a8f4-728d-9346-e8f8d17db23a', '2026-11-25 21:46:29.144158+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.prepared', 'letter', '01a214ac-a8f2-7ac6-ae5e-d7b7460df144', '{"day": "2026-12-02"}'),
('01a214ac-a932-7b09-a703-b9379518ca52', '2026-11-25 21:46:29.544276+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.skipped', 'letter', '01a214ac-a8f2-7ac6-ae5e-d7b7460df144', '{"day": "2026-12-02"}'),
('01a214ac-a9ea-7bf8-9240-bed5fbb0ebaa', '2026-11-25 21:46:29.56653+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.prepared', 'letter', '01a214ac-a9e9-7eda-8082-9ef95ab731d7', '{"day": "2026-12-09"}'),
('01a214ac-aa2d-721a-97f6-4bc235b1ef5f', '2026-11-25 21:46:29.766393+00', 'person', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'letter.changed', 'letter', '01a214ac-a9e9-7eda-8082-9ef95ab731d7', '{"day": "2026-12-15", "fields": "subject send_at parts"}'),
('01a214ac-aba1-724d-b02e-6e1dc55c7c70', '2026-11-25 21:46:30.143027+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'message.answered', 'message', '01a214ac-aa78-7378-8d35-80ee13a20bf2', '{}'),
('01a214ac-abc7-7120-8851-37acff99899f', '2026-11-25 21:46:30.204531+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'message.closed', 'message', '01a214ac-aaa1-71c3-98c2-7d3a49fce755', '{}'),
('01a214ac-ac3d-7292-a723-0052ade9e920', '2026-11-25 21:46:30.32502+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'page.changed', 'page', 'about', '{"page": "about"}'),
('01a214ac-ac6d-71d3-9264-2b28b8c982a0', '2026-11-25 21:46:30.380025+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'page.changed', 'page', 'about', '{"page": "about"}'),
('01a214ac-acc7-7615-a03c-19fae7f33c9e', '2026-11-25 21:46:30.465001+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'page.changed', 'page', 'privacy', '{"page": "privacy"}'),
('01a214ac-acef-7faa-be7d-9987d0ba75c2', '2026-11-25 21:46:30.507877+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'page.restored', 'page', 'privacy', '{"page": "privacy", "version": 0}'),
('01a214ac-ae28-77ec-8776-6788e1f7d357', '2026-11-25 21:46:30.817948+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'key.created', 'key', '01a214ac-ae27-751b-bcfb-a93306e14b6b', '{"name": "Publishing script", "scope": "write"}'),
('01a214ac-aeb6-7329-a752-12be37bfa7d0', '2026-11-25 21:46:30.944217+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'key.created', 'key', '01a214ac-aeb5-71c5-be7e-a0491150e437', '{"name": "Former script", "scope": "read"}'),
('01a214ac-aed8-7044-bcaa-9aeb67568c04', '2026-11-25 21:46:30.991091+00', 'person', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'key.revoked', 'key', '01a214ac-aeb5-71c5-be7e-a0491150e437', '{"name": "Former script"}');

insert into author_cells ("author_id", "facets", "tales") overriding system value values
('1', '{c:1,c:7,c:8,g:6-8,l:de,m:10,o:German}', '1'),
('1', '{c:1,l:en,m:5}', '2'),
('2', '{c:3,l:en,m:5}', '1'),
('4', '{c:8,g:3-5,l:en,m:5}', '2');

insert into author_names ("key", "name", "author_id", "created_at") overriding system value values
('a ferry man', 'A Ferry Man', '2', '2026-11-25 21:46:19.018597+00'),
('ada miller', 'Ada Miller', '4', '2026-11-25 21:46:21.064163+00'),
('old miller', 'Old Miller', '1', '2026-11-25 21:46:19.006631+00'),
('the ferryman', 'The Ferryman', '2', '2026-11-25 21:46:18.842491+00'),
('the miller', 'The Miller', '1', '2026-11-25 21:46:18.640972+00');

insert into author_slugs ("slug", "owner_id", "created_at") overriding system value values
('a-ferry-man', '2', '2026-11-25 21:46:19.018597+00'),
('a-miller', '1', '2026-11-25 21:46:19.006631+00'),
('ada-miller', '4', '2026-11-25 21:46:21.064163+00'),
('the-ferryman', '2', '2026-11-25 21:46:18.842491+00'),
('the-miller', '1', '2026-11-25 21:46:18.640972+00');

insert into authors ("id", "slug", "name", "sort_name", "kind", "dates", "born_year", "died_year", "place", "origin", "biography", "created_at", "updated_at", "version") overriding system value values
('1', 'a-miller', 'The Miller', 'The Miller', 'person', '', '-44', '12', 'By the pond', '', 'Ground corn.

Told tales.', '2026-11-25 21:46:18.640972+00', '2026-11-25 21:46:19.006631+00', '2'),
('2', 'the-ferryman', 'The Ferryman', 'The Ferryman', 'person', '', NULL, NULL, '', '', '', '2026-11-25 21:46:18.842491+00', '2026-11-25 21:46:19.029699+00', '2'),
('4', 'ada-miller', 'Ada Miller', 'Ada Miller', 'person', '', NULL, NULL, '', '', '', '2026-11-25 21:46:21.064163+00', '2026-11-25 21:46:21.064163+00', '1');

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
('adventure', '5', '2026-11-25 21:46:05.413174+00'),
('animals', '8', '2026-11-25 21:46:05.413174+00'),
('classic', '1', '2026-11-25 21:46:05.413174+00'),
('dark', '7', '2026-11-25 21:46:05.413174+00'),
('enchanted', '2', '2026-11-25 21:46:05.413174+00'),
('fantasy', '4', '2026-11-25 21:46:05.413174+00'),
('folklore', '3', '2026-11-25 21:46:05.413174+00'),
('magical', '9', '2026-11-25 21:46:05.413174+00'),
('magical-creatures', '9', '2026-11-25 21:46:05.413174+00'),
('mills', '10', '2026-11-25 21:46:19.045365+00'),
('mills-and-ponds', '10', '2026-11-25 21:46:19.065855+00'),
('ponds', '10', '2026-11-25 21:46:19.075302+00'),
('romance', '6', '2026-11-25 21:46:05.413174+00');

insert into collection_slugs ("slug", "owner_id", "created_at") overriding system value values
('for-one-evening', '1', '2026-11-25 21:46:19.101777+00'),
('former-evenings', '1', '2026-11-25 21:46:19.116287+00');

insert into collection_tales ("collection_id", "tale_id", "position") overriding system value values
('1', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '2'),
('1', '01a214ac-7f5c-7138-8329-e5d19fdc8915', '1');

insert into collections ("id", "slug", "title", "description", "introduction", "position", "created_at", "updated_at", "version") overriding system value values
('1', 'for-one-evening', 'For One Evening', '', 'Read them in this order.', '1', '2026-11-25 21:46:19.101777+00', '2026-11-25 21:46:19.101777+00', '1');

insert into credentials ("id", "user_id", "provider_id", "account_id", "password", "access_token", "refresh_token", "id_token", "access_token_expires_at", "refresh_token_expires_at", "scope", "created_at", "updated_at") overriding system value values
('01a214ac-6538-7a45-a08f-237bd45358f6', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'credential', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', '$argon2id$v=19$m=19456,t=2,p=1$S4O5ZfyZFYBz9Vot2jMXjw$1pJoru0bPAjkqmlrpqij/6LZ1xb0y1/GgHh5xgM5sbk', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:12.145033+00', '2026-11-25 21:46:12.145033+00'),
('01a214ac-6a3e-7431-88af-cb194bc26a3c', '01a214ac-6a34-716a-be2e-990710620ee9', 'credential', '01a214ac-6a34-716a-be2e-990710620ee9', '$argon2id$v=19$m=19456,t=2,p=1$LJCXmMZrfiaXtJAMUYEhtQ$J88Xitl4UFfsRX0yPbrRP2l8H4iDr23XCh/2dx6xo5Y', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:13.426366+00', '2026-11-25 21:46:13.426366+00'),
('01a214ac-6c50-73c4-af01-431b2040fae0', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'credential', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '$argon2id$v=19$m=19456,t=2,p=1$MxZsPPCOvR2g1Jaul4AzAQ$T9Cq67D5WhbjHDKQyibZpsIacZOKaR4ySoa+dWHAXas', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:13.966748+00', '2026-11-25 21:46:13.966748+00'),
('01a214ac-6de1-75dc-b8e6-338659d78c78', '01a214ac-6ddf-70c2-a490-bf3828ac8583', 'credential', '01a214ac-6ddf-70c2-a490-bf3828ac8583', '$argon2id$v=19$m=19456,t=2,p=1$zsKRljJbomibR8K0NrxwCQ$UvCFO1rzwErlrPiRoKobqMQvm7fLygXPWCZivLQ7+E0', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:14.366827+00', '2026-11-25 21:46:14.366827+00'),
('01a214ac-6fb1-726b-b6fb-c9f7cd43e34a', '01a214ac-6fae-7b6c-b598-5aa21b2b044c', 'credential', '01a214ac-6fae-7b6c-b598-5aa21b2b044c', '$argon2id$v=19$m=19456,t=2,p=1$/A4AEoyOEpJL4zC38D9qbg$7z1wYaDQvFr8T0xImdmDTMTsMuJKoEvMILRaOghrWfs', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:14.830287+00', '2026-11-25 21:46:14.830287+00'),
('01a214ac-710b-7799-9cf4-41a4f400bc00', '01a214ac-710a-7796-a683-f77b1622d91b', 'credential', '01a214ac-710a-7796-a683-f77b1622d91b', '$argon2id$v=19$m=19456,t=2,p=1$r8NM8jHMQzrCiI4AFCb6VQ$PfdidGKj6dRNFnaFlOW5Or/Zv85UnbOBRL1TbLonS8o', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-25 21:46:15.178139+00', '2026-11-25 21:46:15.178139+00');

insert into daily_author_reads ("day", "author_id", "count") overriding system value values
('2026-11-25', '1', '1');

insert into daily_counts ("day", "kind", "count") overriding system value values
('2026-11-25', 'download', '6'),
('2026-11-25', 'empty_search', '1'),
('2026-11-25', 'finish', '1'),
('2026-11-25', 'read', '1'),
('2026-11-25', 'search', '2');

insert into daily_tale_counts ("day", "kind", "tale_id", "count") overriding system value values
('2026-11-25', 'download', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '2'),
('2026-11-25', 'download', '01a214ac-7efd-78bd-a9a2-a58f327df137', '1'),
('2026-11-25', 'download', '01a214ac-7f5c-7138-8329-e5d19fdc8915', '1'),
('2026-11-25', 'download', '01a214ac-8832-70a1-838c-a751f2d7a828', '1'),
('2026-11-25', 'download', '01a214ac-8832-7360-854c-f50688c73579', '1'),
('2026-11-25', 'finish', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '1'),
('2026-11-25', 'read', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '1');

insert into deliveries ("id", "issue_id", "subscriber_id", "status", "attempts", "last_error", "created_at", "settled_at") overriding system value values
('01a214ac-a3ee-7301-8fd9-0bc80b28ae44', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '01a214ac-728d-76f7-9357-b2a3afead2b9', 'sent', '1', NULL, '2026-11-25 21:46:28.112024+00', '2026-11-25 21:46:28.407307+00'),
('01a214ac-a3ee-7e06-a0b4-a7c8a1a71c10', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '01a214ac-9a66-727f-9d23-7b5ca0a73256', 'sent', '1', NULL, '2026-11-25 21:46:28.112024+00', '2026-11-25 21:46:28.563916+00'),
('01a214ac-a3ee-7f37-8ee6-107cd63ba904', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '01a214ac-9c99-7a92-a72a-70d5f7f62b2b', 'sent', '1', NULL, '2026-11-25 21:46:28.112024+00', '2026-11-25 21:46:28.67812+00'),
('01a214ac-a3ee-7fcf-b0c6-40325bad5c89', '01a214ac-a327-7a3a-994b-71aea5fa18d0', '01a214ac-9d61-7936-8df6-409fc2404e45', 'sent', '1', NULL, '2026-11-25 21:46:28.112024+00', '2026-11-25 21:46:28.826303+00');

insert into empty_searches ("day", "words", "count") overriding system value values
('2026-11-25', 'a wolf in boots', '1');

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
('01a214ac-6a34-716a-be2e-990710620ee9', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'true', '2026-11-25 21:37:25.513+00'),
('01a214ac-6a34-716a-be2e-990710620ee9', '01a214ac-7f5c-7138-8329-e5d19fdc8915', 'false', '2026-11-25 21:39:25.513+00');

insert into import_runs ("id", "started_at", "ended_at", "started_by", "undone_at", "removed", "undone") overriding system value values
('1', '2026-11-25 21:46:21.064163+00', '2026-11-25 21:46:21.145384+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', NULL, '0', NULL),
('2', '2026-11-25 21:46:23.016973+00', '2026-11-25 21:46:23.18419+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:23.376121+00', '2', '{"edited": [], "changed": 0, "removed": 2}');

insert into import_upload_books ("upload_id", "position", "report", "texts") overriding system value values
('81918212-ab10-4e45-9fe8-268c789c7160', '0', '{"file": "other-book.txt", "gone": 0, "made": 2, "name": "The Other Book", "found": 2, "notes": [], "tales": [{"key": "nBLK-qrRoEeyDCr4", "why": [], "deed": "new", "title": "The Spindle", "existing": null, "is_draft": false}, {"key": "RJWwXDHhA-XseUiB", "why": [], "deed": "new", "title": "The Queen", "existing": null, "is_draft": false}], "drafts": 0, "changed": 0, "columns": [], "outcome": "read", "problem": null, "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}'),
('cd14634c-aef9-4364-b8e5-c0fc07ee7c14', '0', '{"file": "small-book.txt", "gone": 0, "made": 2, "name": "The Small Book", "found": 3, "notes": [], "tales": [{"key": "w5kNwvwPyzT0Vm-o", "why": [], "deed": "new", "title": "The Fox", "existing": null, "is_draft": false}, {"key": "ijrik8J_musuR0gP", "why": [], "deed": "new", "title": "The Mill", "existing": null, "is_draft": false}], "drafts": 0, "changed": 0, "columns": [], "outcome": "read", "problem": null, "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}'),
('dcb76424-0395-493a-bf74-a0a28bf44a57', '0', '{"file": "third-book.txt", "gone": 0, "made": 0, "name": "third-book.txt", "found": 0, "notes": [], "tales": [], "drafts": 0, "changed": 0, "columns": [], "outcome": "failed", "problem": "No tales found.", "doubtful": 0, "problems": [], "unchanged": 0, "duplicates": 0, "left_alone": 0}', '{}');

insert into import_upload_files ("id", "upload_id", "position", "name", "bytes", "sha256") overriding system value values
('04456643-75bb-4e1f-bafb-546cf4a64409', 'cd14634c-aef9-4364-b8e5-c0fc07ee7c14', '1', 'small-book.txt', '4301', 'fd97b1a716de10ca84481ba174c656921e9e30604a3a339c579f4267e484e95e'),
('1539f8c4-1b6c-4a3f-8480-a76fa4ceaf1c', 'dcb76424-0395-493a-bf74-a0a28bf44a57', '3', 'third-book.txt', '1611', 'a5985368b9c4b7240d3290452b4445461f554aeda0373a6dbaae1618bf6313c7'),
('2053821a-8ac5-480b-8c87-d431a213ac14', '81918212-ab10-4e45-9fe8-268c789c7160', '2', 'other-book.txt', '2964', '065b1835cc626991c6967803825bba4b06847d2f9157ae0d3c5541ab4e4b145d');

insert into import_uploads ("id", "created_at", "created_by", "touched_at", "state", "how", "problem", "turn", "asked_at", "asked_by", "started_at", "progress", "is_dry", "problems", "left_files", "run_id") overriding system value values
('81918212-ab10-4e45-9fe8-268c789c7160', '2026-11-25 21:46:21.254584+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:23.186998+00', 'done', '{"map": "", "publishing": "sure", "keep_duplicates": false}', NULL, '2', '2026-11-25 21:46:22.109209+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:22.135518+00', '{"bytes": 2964, "files": 1, "tales": 2, "bytes_done": 2964, "files_done": 1}', 'false', '[]', '[]', '2'),
('cd14634c-aef9-4364-b8e5-c0fc07ee7c14', '2026-11-25 21:46:19.194492+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:21.149348+00', 'done', '{"map": "", "exclude": ["1XSeP2HeJqGdWYKP"], "publishing": "sure", "keep_duplicates": false}', NULL, '2', '2026-11-25 21:46:20.35862+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:20.377801+00', '{"bytes": 4301, "files": 1, "tales": 3, "bytes_done": 4301, "files_done": 1}', 'false', '[]', '[]', '1'),
('dcb76424-0395-493a-bf74-a0a28bf44a57', '2026-11-25 21:46:23.43156+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:25.474647+00', 'checked', '{"map": "", "publishing": "sure", "keep_duplicates": false}', NULL, '1', '2026-11-25 21:46:23.544454+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:23.580398+00', '{"bytes": 1611, "files": 1, "tales": 0, "bytes_done": 1611, "files_done": 1}', 'true', '[]', '[]', NULL);

insert into imported_books ("id", "key", "name", "hash", "run_id") overriding system value values
('1', 'gutenberg:77001:text', 'The Small Book', '27030c157d5ce83b371c3f5e7dd9531cda43f673b18df306e67ea460f322394c', '1');

insert into imported_tales ("id", "book_id", "position", "run_id", "changed_in", "tale_id", "same_as", "left_out", "version", "hash", "title_key", "doubts", "signature", "bands") overriding system value values
('1', '1', '1', '1', NULL, '01a214ac-8832-70a1-838c-a751f2d7a828', NULL, 'false', '1', 'w5kNwvwPyzT0Vm-o7Iq9xz_Isw8sYuzpXw8xO3kJk08', 'the fox', '{}', '{1707559,3091961,10020305,29393741,25387488,45747054,23704031,18632834,118763748,3597986,50111436,7617713,1029051,2461853,5826291,10897098,14386007,27914833,138749187,12393398,6606100,21513735,28055379,2857974,44931276,13096590,7357282,68527246,12663979,13105091,9984438,21133736,437392,14664284,20605675,19109754,15176893,37828652,27198512,37902869,44004119,56271652,5299513,19408532,55544623,8701217,29713337,58288016,69555850,35948470,60322324,10982188,4084550,8334845,1564363,16127964,6807919,84548920,46209230,31509829,51636994,61024118,19946359,143005,87722663,18277778,30554677,590574,48249135,30592725,9656303,15754147}', '{1945091998,-1700326217,-1381771706,-1939802178,681605612,1026029875,-708811942,623981816,2135531137,-503977156,288493665,-528443570,-892930621,339006920,949306908,124952447,214508547,1218507975,-2063784082,152570516,857619572,-24190044,1055269569,1235626373}'),
('2', '1', '2', '1', NULL, '01a214ac-8832-7360-854c-f50688c73579', NULL, 'false', '1', 'ijrik8J_musuR0gPCQtV5Q5kKyqmanzfgMW_ippC4eQ', 'the mill', '{}', '{27438949,3091961,27443211,13777900,25387488,45747054,23704031,26981146,94688282,22422209,307923,7617713,1029051,2461853,11585604,10897098,9860391,27914833,6578589,1006089,42599757,15363495,28055379,9227506,59684759,13096590,7357282,68527246,19039321,46231486,9984438,21133736,5426661,60332026,20605675,19109754,77497085,71656574,27198512,86583825,44004119,42716908,1854353,44167867,55544623,8701217,29713337,38889716,61514277,11426290,61600298,10982188,41739732,8334845,1564363,16127964,6807919,96947980,46209230,16777283,52161208,61024118,17185172,889071,15514503,11427870,7444978,96550288,7341322,14082989,9656303,15754147}', '{-535528914,889895106,158215230,997759006,567880474,-356732866,-692588871,-1505198962,-481478243,-689228876,-97391149,1761662920,-2073960552,307413255,-1447716587,1489515881,1136885819,122046669,-2063784082,1050114610,868918273,-615056167,134064666,-1298985564}');

insert into imports ("name", "tales", "imported_at") overriding system value values
('starter library', '0', '2026-11-25 21:46:06.168972+00');

insert into known_networks ("user_id", "hash", "used_at") overriding system value values
('01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', '3922xYNdMbg3LQ8BfAYTDjZTQMt0CPBrwumOTfl8kGY', '2026-11-25 21:46:13.19345+00'),
('01a214ac-6a34-716a-be2e-990710620ee9', 'CPtkK2MxTCYVpKNrNnRqgKqlFwgwpwrNNNR692NnegY', '2026-11-25 21:46:16.698437+00'),
('01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'Hpkib-uESXoAcEx8LL-0dCFHmEGc1vrYviAAUxe_5J4', '2026-11-25 21:46:15.518912+00'),
('01a214ac-6ddf-70c2-a490-bf3828ac8583', 'b7iiwFc6IF7mHnERYCewjqL8er3fVEBFVsPzJ3Eg_VY', '2026-11-25 21:46:14.6633+00'),
('01a214ac-6fae-7b6c-b598-5aa21b2b044c', '5ZOG7PPjs8F8TFx8yFHMewfqNKgud0zv3XYrCRVYPZs', '2026-11-25 21:46:15.016994+00');

insert into limit_counters ("key", "taken", "ends_at") overriding system value values
('0866d4346164bceb885a5baead46575d2d858851b329202c5784311f7e2183fb', '1', '2026-11-25 21:47:45.167502+00'),
('12261099e786543496badddceb2960848bccecfbc189490f0b27f2f5f7770a0a', '1', '2026-11-25 21:56:39.756101+00'),
('12c1e9ff8b2499d7378e902f92a39e525e556fdb6086ef0b6582b5d46eeeb6d9', '0', '2026-11-25 22:46:13.085284+00'),
('162c2c41bc034cf6a4343e0b8c43f7997ca9dc08454ab56b994fb7bac9e9ba1b', '1', '2026-11-25 22:01:45.14245+00'),
('33593896322aa6359d0cdbed1d71960e38bcbaf012ea078a9be9dca23036ee94', '1', '2026-11-25 22:46:25.750349+00'),
('4099d21f1ddafb8969b9e6461bad0246c3302bbbe248b8bcc9ed4ac8d90c20ed', '1', '2026-11-25 22:46:13.405921+00'),
('432018aec2010b0691d5196af1a141bee3f220be18c075a94a279326ff9520fe', '0', '2026-11-25 22:01:43.074229+00'),
('48d07c34b67ee2323a2ccc24d379d9101a5755ce60f8b5198088cdaecbca8295', '0', '2026-11-25 22:01:15.460466+00'),
('4a926a883835a8e647115e2e5f436e358cac9b81b9b092f54fa065a93a54c01a', '1', '2026-11-25 22:46:16.955515+00'),
('4cc169936ed553b07dce9e453cbfe795440ae64c6281879293ce6336339d9361', '1', '2026-11-25 22:46:16.950754+00'),
('4e2e32295d7dfef16857979f58924ef2163b7ca5128e202d90bf9def5f05cdc1', '1', '2026-11-25 22:46:25.750131+00'),
('539b6b4c2665af2d2d6b964d3d7f9d365ecb76eb7ce41d438f6ee33902452333', '1', '2026-11-25 21:47:13.964741+00'),
('5cc09cd499ee83b477a8a192cfd5e7f37ef6c1237a8bf9369179d2f73c5b6e86', '1', '2026-12-02 21:46:26.312277+00'),
('5e33497b8313fcec3390448d76cc3c97d696aed3ade869b7ad3bbd411c64869a', '2', '2026-11-25 22:46:13.965015+00'),
('64bf15652c6ca287de2ec64c2312c75efb12cdcb1765b02254e400cc95650b3f', '1', '2026-11-25 21:47:15.174634+00'),
('66b428c95cf96432ef1e19718a2064ca14fed90cb729a5d594e5b4b53e341fbf', '3', '2026-11-25 22:46:29.849398+00'),
('6eaf1cf1e4585b79970681a03aefb4000930c0b2d95da04e22931564268f80a3', '1', '2026-11-25 21:47:13.405654+00'),
('7864d79416d695e894edd05bab98ee50dafa8463e799d0c3cc3a17d7ef58e5be', '1', '2026-11-25 21:47:14.823495+00'),
('7be18f565e2a8b25f86d432b4aedc42adf9a230cf0652dcf01d361c186c7192f', '1', '2026-11-25 21:49:16.690248+00'),
('7d50c7f78fcd414863723b3c667d46e49fcac55b250e0b7b39d20b3a7e3a8926', '0', '2026-11-25 22:01:13.08042+00'),
('836b80f372c87110e4f4982122a90f202636ddc07ca5eb8fab4e54b0dab0fb4a', '1', '2026-11-25 22:46:14.823636+00'),
('8b086d44fec8d25b7f071721dd8dc176abb7aa0507df3e9bd7cb0e6d753ac37d', '1', '2026-11-25 22:46:26.312341+00'),
('8bacdc6026851f604ead5e05295d2e84b50ada71430b98155a667161f6916200', '7', '2026-11-25 22:01:13.744572+00'),
('909e84d7306da5b1794c72a843e5c97691bd03b0a7160c0bd235795a689be1c0', '1', '2026-11-25 22:46:26.467905+00'),
('9fe21276cb461f33ef6c7bb109a495c1ef1136e0cba4fbd322e6ac6dc2366896', '1', '2026-11-25 22:46:26.840509+00'),
('a11ca16cc64352dbc63425a4d068ce0d5bb2214afca9df655215602a997d9e18', '1', '2026-11-25 22:46:15.174813+00'),
('a614e38e70eea80dc672026cb198e87d88eb02ca018d41a8a42ae2adda9a5dfc', '0', '2026-11-25 22:01:30.544411+00'),
('a7bcc3c0b6f710b38f0e90edb005bd66a9d30793673f13e61ea11b77e303557c', '5', '2026-11-25 22:46:13.308185+00'),
('ab6b7988f28347b417e880a2f2da176ea98cbcd67d16065468212b7a9c7a5f31', '0', '2026-11-25 22:01:13.085128+00'),
('aec32c7f46b6f27d0ed94b7c7d965dc4a9f721ead430fafe7138f3029b0f4227', '0', '2026-11-25 22:01:15.590436+00'),
('bc5f9839dcf1614474f888aacae0b752e0f4b5e4c9dcc44c770d942b5eccc764', '1', '2026-11-25 21:47:14.359173+00'),
('c8b67aae76a95f179c24fa9b0e8112f59df50685b3d855ff8501e9fbe9773dbc', '1', '2026-11-25 22:46:26.840717+00'),
('d0d12d9ef183ae823e545be73f5f21a3af3ff422db6c25c963d145f33c83a018', '1', '2026-11-25 22:46:14.359321+00'),
('d99efd9f437d07bf5deaf8092a9bddb10b56dca3a3932f445691f5a13f14e4a2', '5', '2026-11-25 21:56:38.299481+00'),
('db321cc1d17e231868a386449ad3a4b255110930d911076836774d9c1ff1baac', '1', '2026-11-25 22:01:16.656767+00'),
('dc13788a47c1a0a38242de265d1f734675d0073d97b9e87787fa186e1fa28ac4', '1', '2026-12-02 21:46:26.840649+00'),
('dff392fae4e2c635a25e1efe8dcb7d9be8983ed830f10180f7796b7d95f4059f', '1', '2026-11-25 22:46:26.468083+00'),
('e12b5adc42bc7ec8510172171aaed10fe5363b38503d443fc8f2740c45e43948', '1', '2026-12-02 21:46:25.750277+00'),
('e408f1ce9931fdd67450ed8293fe1e92c8c6dde420ab0c9e439f94cdec17fc4f', '4', '2026-11-25 22:46:25.679663+00'),
('f43efa38ba5c90cf4bd3c8b62360a35bb0f3db413e4da94d39639a18d44e4d5a', '1', '2026-12-02 21:46:26.46803+00'),
('f4cc5b7b77f64277f1f75de897cb5f52098b3c73b48e7643b63f1a1638e10a00', '1', '2026-11-25 22:46:26.312118+00'),
('f64caf89f1bdba54a7332cdddcfd60e98ffb0b398c7040932f7263aad930f3aa', '0', '2026-11-25 22:01:16.798256+00');

insert into mails ("id", "to_address", "template", "subject", "html", "text", "created_at", "sent_at", "attempts", "last_error", "reply_to") overriding system value values
('01a214ac-6a48-75e6-a4f5-1d1faced1713', 'gerda@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-25 21:46:13.426366+00', '2026-11-25 21:46:13.732971+00', '1', NULL, NULL),
('01a214ac-6c5a-7e05-8abe-1529cdea9e09', 'kay@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-25 21:46:13.966748+00', '2026-11-25 21:46:14.032958+00', '1', NULL, NULL),
('01a214ac-6de6-7b95-a956-7cb09d5c87e0', 'hans@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-25 21:46:14.366827+00', '2026-11-25 21:46:14.530137+00', '1', NULL, NULL),
('01a214ac-6fb7-73f5-a06e-82d38bc83b6c', 'robber@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-25 21:46:14.830287+00', '2026-11-25 21:46:14.924851+00', '1', NULL, NULL),
('01a214ac-7112-731d-aa86-5306efdd191f', 'wolf@tales.example', 'verify', 'Please confirm your email address', NULL, NULL, '2026-11-25 21:46:15.178139+00', '2026-11-25 21:46:15.216418+00', '1', NULL, NULL),
('01a214ac-720d-78b9-ba9d-9979d2167467', 'robber@tales.example', 'account-disabled', 'Your account was disabled', NULL, NULL, '2026-11-25 21:46:15.397475+00', '2026-11-25 21:46:15.494919+00', '1', NULL, NULL),
('01a214ac-7737-7db0-b464-7683792dc261', 'gerda@tales.example', 'second-factor', 'Two-factor authentication is on', NULL, NULL, '2026-11-25 21:46:16.698437+00', '2026-11-25 21:46:16.795065+00', '1', NULL, NULL),
('01a214ac-780a-7aaf-90f0-a0ee1dbf319e', 'andersen@tales.example', 'change-email', 'Please confirm your new email address', NULL, NULL, '2026-11-25 21:46:16.96154+00', '2026-11-25 21:46:16.997923+00', '1', NULL, NULL),
('01a214ac-9a75-7509-9c3f-dea0adb430bc', 'weekly@readers.example', 'newsletter-confirm', 'Please confirm your newsletter subscription', NULL, NULL, '2026-11-25 21:46:25.764959+00', '2026-11-25 21:46:26.042224+00', '1', NULL, NULL),
('01a214ac-9ca0-7133-a8ac-7cb220db2e7a', 'monthly@readers.example', 'newsletter-confirm', 'Please confirm your newsletter subscription', NULL, NULL, '2026-11-25 21:46:26.328995+00', '2026-11-25 21:46:26.401038+00', '1', NULL, NULL),
('01a214ac-9db2-7ac6-97a7-9d5f116dea0a', 'leaving@readers.example', 'newsletter-confirm', 'Please confirm your newsletter subscription', NULL, NULL, '2026-11-25 21:46:26.528996+00', '2026-11-25 21:46:26.648974+00', '1', NULL, NULL),
('01a214ac-9ea6-746e-897b-eb1a14f5c2e0', 'unconfirmed@readers.example', 'newsletter-confirm', 'Please confirm your newsletter subscription', NULL, NULL, '2026-11-25 21:46:26.847936+00', '2026-11-25 21:46:26.901721+00', '1', NULL, NULL),
('01a214ac-aa81-7108-b8c7-58c45de89ee2', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-25 21:46:29.882591+00', '2026-11-25 21:46:30.05791+00', '1', NULL, NULL),
('01a214ac-ab20-70d2-89d6-9f3332e1c9b2', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-25 21:46:29.924544+00', '2026-11-25 21:46:30.122558+00', '1', NULL, NULL),
('01a214ac-ab39-7b40-8c3f-4b30b9d55054', 'ada@tales.example', 'message-received', 'A reader has written to Talewood', NULL, NULL, '2026-11-25 21:46:30.070249+00', '2026-11-25 21:46:30.200963+00', '1', NULL, NULL),
('01a214ac-ab90-70ba-b561-77bae4c10eac', 'reader@readers.example', 'message-answered', 'Reply to your message to Talewood', NULL, NULL, '2026-11-25 21:46:30.143027+00', '2026-11-25 21:46:30.293583+00', '1', NULL, NULL),
('01a214ac-ae2f-76ec-97fe-9b275d004e7c', 'ada@tales.example', 'api-key-created', 'An API key was created with your account', NULL, NULL, '2026-11-25 21:46:30.817948+00', '2026-11-25 21:46:30.902429+00', '1', NULL, NULL),
('01a214ac-aebc-7715-a220-c9a3e6f4c8f8', 'ada@tales.example', 'api-key-created', 'An API key was created with your account', NULL, NULL, '2026-11-25 21:46:30.944217+00', '2026-11-25 21:46:31.047273+00', '1', NULL, NULL),
('01a214ac-e638-7a88-a474-5587b3196c84', 'kay@tales.example', 'reset', 'Choose a new password', '<!DOCTYPE html><html dir="ltr" lang="en"><head><meta name="viewport" content="width=device-width"/><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/><title>Choose a new password</title><meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/><style>
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
}</style></head><body class="page" style="background-color:#f6efe0;margin:0;padding:0"><table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody><tr><td style="margin:0;padding:28px 12px 40px;background-color:#f6efe0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">The link works for 30 minutes.<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div><table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fdf8ec;border:1px solid #d8caab;border-radius:6px;overflow:hidden"><tbody><tr style="width:100%"><td><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div class="head" style="background-color:#0b2a30;border-bottom:2px solid #e3b765;padding:26px 24px 22px;text-align:center"><p style="font-size:30px;line-height:36px;margin:0;color:#f4ead2;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;letter-spacing:0.02em;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Talewood</p><p style="font-size:15px;line-height:22px;margin:0;color:#e3b765;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Fairy tales, old and new</p></div></td></tr></tbody></table><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div style="padding:10px"><div class="frame" style="border:1px solid #d8caab;border-radius:3px;padding:28px 8% 26px"><h1 class="title" style="margin:0 0 20px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:29px;line-height:34px">Choose a new password</h1><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">Hello <bdi>Kay</bdi>,</p><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0">You can now choose a new password for your Talewood account. Until then, your current password stays valid.</p><div style="padding:10px 0 22px"><a class="button" href="http://localhost:3000/reset-password?token=kx4bD_vgDKP-po-JlgtjITcotWbMioEi_BHsV3pIYYo&amp;email=kay%40tales.example" style="line-height:24px;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;background-color:#17494c;border-radius:3px;box-shadow:inset 0 0 0 3px #17494c, inset 0 0 0 4px #5d8583;color:#fbf3df;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-size:18px;padding:15px 30px;padding-top:15px;padding-right:30px;padding-bottom:15px;padding-left:30px" target="_blank"><span><!--[if mso]><i style="mso-font-width:500%;mso-text-raise:22.5" hidden>&#8202;&#8202;&#8202;</i><![endif]--></span><span style="max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:11.25px">Choose a new password</span><span><!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></span></a></div><p class="small" style="font-size:15px;line-height:23px;margin:0 0 10px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0">This link works once, for 30 minutes. If the button does not work, copy this address into your browser:<br/><a class="link" href="http://localhost:3000/reset-password?token=kx4bD_vgDKP-po-JlgtjITcotWbMioEi_BHsV3pIYYo&amp;email=kay%40tales.example" style="color:#17535a;text-decoration-line:none;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;text-decoration:underline;word-break:break-all;overflow-wrap:anywhere" target="_blank">http://localhost:3000/reset-password?token=kx4bD_vgDKP-po-JlgtjITcotWbMioEi_BHsV3pIYYo&amp;email=kay%40tales.example</a></p><hr class="rule" style="width:100%;border:none;border-top:1px solid #d8caab;margin:22px 0 18px"/><p class="why" style="font-size:15px;line-height:23px;margin:0;color:#566357;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">You received this email because someone requested a new password for this address. If that was not you, ignore this email: your password has not changed.</p></div></div></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table></body></html>', 'Talewood

Choose a new password
=====================

Hello Kay,

You can now choose a new password for your Talewood account. Until then,
your current password stays valid.

Choose a new password:
http://localhost:3000/reset-password?token=kx4bD_vgDKP-po-JlgtjITcotWbMioEi_BHsV3pIYYo&email=kay%40tales.example

This link works once, for 30 minutes.

* * *

You received this email because someone requested a new password for
this address. If that was not you, ignore this email: your password has
not changed.
', '2026-11-25 21:46:45.169949+00', NULL, '1', 'ESOCKET', NULL);

insert into media ("id", "hash", "width", "height", "bytes", "name", "alt", "credit", "focal_x", "focal_y", "created_at", "created_by", "begun_at", "ready_at", "removed_at", "stored_files") overriding system value values
('01a214ac-7bbe-7514-8f1b-c2d70bf18373', 'a8d2f3e25cdcdde94ab0', '320', '240', '1676', 'mill', 'A mill by a pond', 'Drawn for the test', '40', '25', '2026-11-25 21:46:17.917561+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:17.918337+00', '2026-11-25 21:46:17.976963+00', NULL, '{"320.avif": {"size": 323, "sha256": "4a77945879c706ce16247271278f7815455c38a21e36e86303376e50560bdbee"}, "320.webp": {"size": 212, "sha256": "8bddc137e17a78122b8fd056eb2a59a77b979a153b291c3a54d326322d4fc350"}}'),
('01a214ac-7e73-70f5-aa49-c6bd00248d24', 'dc3e136c256efc88a3db', '320', '240', '1675', 'unused', '', '', '50', '50', '2026-11-25 21:46:18.610446+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:18.611086+00', '2026-11-25 21:46:18.629455+00', NULL, '{"320.avif": {"size": 323, "sha256": "903d83c9615db251789be6894c2b40ebd21cf11d1b2bc64f5adcc06bfdd2a682"}, "320.webp": {"size": 212, "sha256": "fa018d4d4b279d4d2a6ab0c8ae6e7c41de15fdfed6818d3b2507207a43a0822b"}}');

insert into media_uses ("media_id", "tale_id", "as_cover") overriding system value values
('01a214ac-7bbe-7514-8f1b-c2d70bf18373', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'false'),
('01a214ac-7bbe-7514-8f1b-c2d70bf18373', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'true');

insert into messages ("id", "topic", "text", "email", "tale_id", "tale_title", "status", "created_at", "settled_at", "answer", "answered_at", "answered_by", "is_answer_waiting") overriding system value values
('01a214ac-aa78-7378-8d35-80ee13a20bf2', 'mistake', 'There is a “pond” too many.', 'reader@readers.example', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'The Mill by the Pond', 'answered', '2026-11-25 21:46:29.882591+00', '2026-11-25 21:46:30.143027+00', 'Thank you. We took it out.', '2026-11-25 21:46:30.143027+00', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'false'),
('01a214ac-aaa1-71c3-98c2-7d3a49fce755', 'rights', 'This is mine.
Really.', NULL, NULL, NULL, 'closed', '2026-11-25 21:46:29.924544+00', '2026-11-25 21:46:30.204531+00', NULL, NULL, NULL, 'false'),
('01a214ac-ab34-7de7-9df7-815245fac611', 'question', 'Is there a second mill?', 'reader@readers.example', NULL, NULL, 'new', '2026-11-25 21:46:30.070249+00', NULL, NULL, NULL, NULL, 'false');

insert into newsletter_issues ("id", "issue_date", "status", "send_at", "subject", "opening", "parts", "is_edited", "html", "text", "version", "created_at", "updated_at", "sending_at", "sent_at") overriding system value values
('01a214ac-a327-7a3a-994b-71aea5fa18d0', '2026-11-25', 'sent', '2026-12-02 16:00:00+00', 'News from the mill', 'Dear readers,

the mill is open.', '[{"kind": "new", "note": "Our first", "taleId": "01a214ac-7eb8-71a3-a8d8-61a217f7cbb7"}, {"kind": "new", "note": "", "taleId": "01a214ac-7efd-78bd-a9a2-a58f327df137"}]', 'true', '<!DOCTYPE html><html dir="ltr" lang="en"><head><meta name="viewport" content="width=device-width"/><meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/><meta name="x-apple-disable-message-reformatting"/><title>News from the mill</title><meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/><style>
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
}</style></head><body class="page" style="background-color:#f6efe0;margin:0;padding:0"><table border="0" width="100%" cellPadding="0" cellSpacing="0" role="presentation" align="center"><tbody><tr><td style="margin:0;padding:28px 12px 40px;background-color:#f6efe0"><div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0" data-skip-in-text="true">Dear readers,<div> ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿ ‌​‍‎‏﻿</div></div><table align="center" width="100%" class="sheet" border="0" cellPadding="0" cellSpacing="0" role="presentation" style="max-width:560px;background-color:#fdf8ec;border:1px solid #d8caab;border-radius:6px;overflow:hidden"><tbody><tr style="width:100%"><td><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div class="head" style="background-color:#0b2a30;border-bottom:2px solid #e3b765;padding:26px 24px 22px;text-align:center"><p style="font-size:30px;line-height:36px;margin:0;color:#f4ead2;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;letter-spacing:0.02em;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Talewood</p><p style="font-size:15px;line-height:22px;margin:0;color:#e3b765;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">Fairy tales, old and new</p></div></td></tr></tbody></table><table align="center" width="100%" border="0" cellPadding="0" cellSpacing="0" role="presentation"><tbody><tr><td><div style="padding:10px"><div class="frame" style="border:1px solid #d8caab;border-radius:3px;padding:28px 8% 26px"><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-style:italic;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0">Wednesday 25 November 2026</p><h1 class="title" style="margin:0 0 20px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:29px;line-height:34px"><bdi>News from the mill</bdi></h1><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0"><bdi>Dear readers,</bdi></p><p class="body" style="font-size:18px;line-height:28px;margin:0 0 16px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:16px;margin-left:0"><bdi>the mill is open.</bdi></p><h2 class="kind" style="margin:26px 0 12px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-size:15px;line-height:23px;padding:0 0 6px;border-bottom:1px solid #d8caab;font-weight:400;letter-spacing:0.08em;text-transform:uppercase">New on the shelves</h2><div style="margin:0 0 20px"><h3 class="title" style="margin:0 0 4px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:23px;line-height:28px;overflow-wrap:anywhere"><a class="link" href="http://localhost:3000/tale/the-mill-by-the-pond" style="color:#17535a;text-decoration:underline" lang="de"><bdi>The Mill by the Pond</bdi></a></h3><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><bdi>The Miller</bdi> · 7 min, 1 aloud</p><p class="body" lang="de" style="font-size:17px;line-height:26px;margin:0 0 10px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><bdi>What happened at the mill, told in one line.</bdi></p><p class="small note" style="font-size:15px;line-height:23px;margin:0 0 12px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;padding:0 0 0 12px;border-left:2px solid #e3b765;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:12px;margin-left:0"><bdi>Our first</bdi></p></div><div style="margin:0 0 20px"><h3 class="title" style="margin:0 0 4px;color:#14302f;font-family:&#x27;IM Fell Double Pica&#x27;, Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;font-weight:400;font-size:23px;line-height:28px;overflow-wrap:anywhere"><a class="link" href="http://localhost:3000/tale/the-new-name" style="color:#17535a;text-decoration:underline"><bdi>The New Name</bdi></a></h3><p class="small" style="font-size:15px;line-height:23px;margin:0 0 6px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:6px;margin-left:0"><bdi>The Miller</bdi> · 1 min, 1 aloud</p><p class="body" style="font-size:17px;line-height:26px;margin:0 0 10px;color:#14302f;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;overflow-wrap:anywhere;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><bdi>What happened at the mill, told in one line.</bdi></p></div><p class="small" style="font-size:15px;line-height:23px;margin:0 0 10px;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-right:0;margin-bottom:10px;margin-left:0"><a class="link" href="http://localhost:3000/recent" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">3 more are new</a></p><hr class="rule" style="width:100%;border:none;border-top:1px solid #d8caab;margin:22px 0 18px"/><p class="why" style="font-size:15px;line-height:23px;margin:0;color:#566357;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:0;margin-bottom:0;margin-left:0;margin-right:0">You receive this email because you subscribed to the Talewood newsletter with this address.</p><p class="small" style="font-size:15px;line-height:23px;margin:10px 0 0;color:#40534d;font-family:Alegreya, Georgia, &#x27;Times New Roman&#x27;, serif;margin-top:10px;margin-right:0;margin-bottom:0;margin-left:0"><a class="link" href="http://localhost:3000/newsletter/2026-11-25" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Read in browser</a> · <a class="link" href="https://reader.invalid/preferences" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Change frequency</a> · <a class="link" href="https://reader.invalid/unsubscribe" style="color:#17535a;text-decoration-line:none;text-decoration:underline" target="_blank">Unsubscribe</a></p></div></div></td></tr></tbody></table></td></tr></tbody></table></td></tr></tbody></table></body></html>', 'Talewood

News from the mill
Wednesday 25 November 2026

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

You receive this email because you subscribed to the Talewood newsletter
with this address.

Read in browser:
http://localhost:3000/newsletter/2026-11-25

Change frequency:
https://reader.invalid/preferences

Unsubscribe:
https://reader.invalid/unsubscribe
', '3', '2026-11-25 21:46:27.28817+00', '2026-11-25 21:46:28.827176+00', '2026-11-25 21:46:28.127+00', '2026-11-25 21:46:28.827176+00'),
('01a214ac-a8f2-7ac6-ae5e-d7b7460df144', '2026-12-02', 'skipped', '2026-12-02 16:00:00+00', 'The Fox, and other tales', '', '[{"kind": "week", "note": "", "taleId": "01a214ac-8832-70a1-838c-a751f2d7a828"}, {"kind": "short", "note": "", "taleId": "01a214ac-8832-7360-854c-f50688c73579"}]', 'true', NULL, NULL, '2', '2026-11-25 21:46:29.144158+00', '2026-11-25 21:46:29.544276+00', NULL, NULL),
('01a214ac-a9e9-7eda-8082-9ef95ab731d7', '2026-12-15', 'draft', '2026-12-15 21:46:29.759+00', 'Not sent yet', '', '[{"kind": "new", "note": "Coming soon", "taleId": "01a214ac-7efd-78bd-a9a2-a58f327df137"}]', 'true', NULL, NULL, '2', '2026-11-25 21:46:29.56653+00', '2026-11-25 21:46:29.766393+00', NULL, NULL);

insert into newsletter_schedule ("is_only", "is_on", "weekday", "hour", "time_zone", "updated_at") overriding system value values
('true', 'true', '3', '17', 'Europe/Berlin', '2026-11-25 21:46:27.124121+00');

insert into newsletter_subscribers ("id", "user_id", "email", "status", "consent_at", "consent_text", "created_at", "updated_at", "key", "frequency") overriding system value values
('01a214ac-728d-76f7-9357-b2a3afead2b9', '01a214ac-6a34-716a-be2e-990710620ee9', NULL, 'confirmed', '2026-11-25 21:46:15.561133+00', 'A few tales, with a short note about each. Sent weekly to {email}. Unsubscribe at any time. Send me the weekly newsletter', '2026-11-25 21:46:15.561133+00', '2026-11-25 21:46:15.561133+00', '0981c4f2e5534b9893148608d4cda48119ef01f4b22345999be4a9f4ef1f2a2c', 'monthly'),
('01a214ac-9a66-727f-9d23-7b5ca0a73256', NULL, 'weekly@readers.example', 'confirmed', '2026-11-25 21:46:26.203344+00', 'Tales from the wood, once a week
A few tales, with a short note about each, and nothing in between.
We''ll email you a link to confirm your address. Unsubscribe at any time.
Subscribe', '2026-11-25 21:46:25.764959+00', '2026-11-25 21:46:26.203344+00', 'd418f4f41f204822a2136a8186951cc07ce4cbe475ff416ea9ce0efae35b2218', 'weekly'),
('01a214ac-9c99-7a92-a72a-70d5f7f62b2b', NULL, 'monthly@readers.example', 'confirmed', '2026-11-25 21:46:26.428462+00', 'Tales from the wood, once a week
A few tales, with a short note about each, and nothing in between.
We''ll email you a link to confirm your address. Unsubscribe at any time.
Subscribe', '2026-11-25 21:46:26.328995+00', '2026-11-25 21:46:29.055371+00', 'baaf8ebe6dd54362bef70477298aadbffec85043081d4981a97b19cb617b396f', 'monthly'),
('01a214ac-9d61-7936-8df6-409fc2404e45', NULL, 'leaving@readers.example', 'unsubscribed', NULL, NULL, '2026-11-25 21:46:26.528996+00', '2026-11-25 21:46:29.038313+00', '4260bedbd81345bbbc4bb553e7e1ef5469f343895b894641a8b229cfaade4f7c', 'weekly'),
('01a214ac-9ea0-7430-aa6d-d0407c02059c', NULL, 'unconfirmed@readers.example', 'pending', '2026-11-25 21:46:26.847936+00', 'Tales from the wood, once a week
A few tales, with a short note about each, and nothing in between.
We''ll email you a link to confirm your address. Unsubscribe at any time.
Subscribe', '2026-11-25 21:46:26.847936+00', '2026-11-25 21:46:26.847936+00', '946e35b3d647439695998836fe17d38b217eff68d4e2461e8502a1fe46198046', 'weekly');

insert into nightly_tales ("night", "tale_id", "is_by_hand", "chosen_at") overriding system value values
('2026-11-25', '01a214ac-8832-70a1-838c-a751f2d7a828', 'false', '2026-11-25 21:46:42.441152+00'),
('2026-11-28', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'true', '2026-11-25 21:46:19.170549+00');

insert into one_time_tokens ("subject", "purpose", "hash", "email", "created_at", "expires_at") overriding system value values
('01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'reset', 'a6e1d0e10e111395726e5dc2959bebda93da39baf0c89e9cdc425096140006ca', 'kay@tales.example', '2026-11-25 21:46:45.173071+00', '2026-11-25 22:16:45.173071+00'),
('01a214ac-6ddf-70c2-a490-bf3828ac8583', 'change_email', 'be713accd97b7ef1a1734e1a490381cf437b7723fd9ff9ec80db7892c0964957', 'andersen@tales.example', '2026-11-25 21:46:16.962571+00', '2026-11-26 21:46:16.962571+00'),
('01a214ac-710a-7796-a683-f77b1622d91b', 'verify', 'b899f16ac23aa9ce0ab6861ac684670480fa2a863d617286613822d0e6a0dae0', 'wolf@tales.example', '2026-11-25 21:46:15.180631+00', '2026-11-26 21:46:15.180631+00'),
('01a214ac-9ea0-7430-aa6d-d0407c02059c', 'newsletter', '1f2452e6542eb5c2b8844e5d4ed71a9f466cf20e995fbfa0788f61b7cea500d3', 'unconfirmed@readers.example', '2026-11-25 21:46:26.849358+00', '2026-12-02 21:46:26.849358+00');

insert into page_texts ("name", "version", "title", "markdown", "html", "saved_at", "saved_by") overriding system value values
('about', '1', 'About the mill', 'We grind *tales*.', '<p>We grind <em>tales</em>.</p>', '2026-11-25 21:46:30.32502+00', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e'),
('about', '2', 'About the mill', 'We grind **fairy tales**.

## Where

By the pond.', '<p>We grind <strong>fairy tales</strong>.</p>
<h2>Where</h2>
<p>By the pond.</p>', '2026-11-25 21:46:30.380025+00', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e'),
('privacy', '1', 'Privacy', 'We keep nothing.', '<p>We keep nothing.</p>', '2026-11-25 21:46:30.465001+00', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e'),
('privacy', '2', NULL, NULL, NULL, '2026-11-25 21:46:30.507877+00', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e');

insert into passkeys ("id", "user_id", "name", "credential_id", "public_key", "counter", "device_type", "backed_up", "transports", "aaguid", "created_at") overriding system value values
('01a214ac-7886-7f2a-bc3d-b9184ca504b4', '01a214ac-6ddf-70c2-a490-bf3828ac8583', 'Phone', '1KFKI5Un1m7LAWz3R-4fHkrHfm1leRJeO_bXmH-yyu8', 'pQECAyYgASFYIDCjr41bl6G20zWIv0X0AXmDL0FT6UKU4OtGyytumXMnIlggEL4cn4cMaXtzd4D+/3wrKt5V76FrGoUGdzuiOD13Qvs=', '0', 'multiDevice', 'true', 'internal', NULL, '2026-11-25 21:46:17.094095+00');

insert into profiles ("id", "name", "email", "email_verified", "image", "role", "disabled_at", "created_at", "updated_at", "two_factor_enabled", "settings") overriding system value values
('01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', 'ada', 'ada@tales.example', 'true', NULL, 'admin', NULL, '2026-11-25 21:46:12.145033+00', '2026-11-25 21:46:12.145033+00', 'false', '{}'),
('01a214ac-6a34-716a-be2e-990710620ee9', 'Gerda', 'gerda@tales.example', 'true', NULL, 'user', NULL, '2026-11-25 21:46:13.426366+00', '2026-11-25 21:46:16.734+00', 'true', '{"reading": {"theme": "sepia"}, "hiddenAges": ["13+"]}'),
('01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'Kay', 'kay@tales.example', 'true', NULL, 'admin', NULL, '2026-11-25 21:46:13.966748+00', '2026-11-25 21:46:15.354595+00', 'false', '{}'),
('01a214ac-6ddf-70c2-a490-bf3828ac8583', 'Hans', 'hans@tales.example', 'true', NULL, 'user', NULL, '2026-11-25 21:46:14.366827+00', '2026-11-25 21:46:14.6633+00', 'false', '{}'),
('01a214ac-6fae-7b6c-b598-5aa21b2b044c', 'Robber', 'robber@tales.example', 'true', NULL, 'user', '2026-11-25 21:46:15.397475+00', '2026-11-25 21:46:14.830287+00', '2026-11-25 21:46:15.397475+00', 'false', '{}'),
('01a214ac-710a-7796-a683-f77b1622d91b', 'Wolf', 'wolf@tales.example', 'false', NULL, 'user', NULL, '2026-11-25 21:46:15.178139+00', '2026-11-25 21:46:15.178139+00', 'false', '{}');

insert into reading_positions ("user_id", "tale_id", "place", "progress", "is_finished", "at", "is_gone", "quote") overriding system value values
('01a214ac-6a34-716a-be2e-990710620ee9', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '1.14', '0.4', 'false', '2026-11-25 21:44:25.513+00', 'false', 'a mill by a pond'),
('01a214ac-6a34-716a-be2e-990710620ee9', '01a214ac-7f5c-7138-8329-e5d19fdc8915', '2.0', '1', 'true', '2026-11-25 21:45:25.513+00', 'false', '');

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
('01a214ac-76ad-7421-a786-8d48bccdfed3', '01a214ac-6a34-716a-be2e-990710620ee9', '6d9dda2556af0aacba4153cdbbd095490c7d5b783f384b1ef73d6dc68c1235dd2ff12063d55440b648443c21b870d47fd1c933557678f4bc12ad5db05229d47e57725ba08371c8d3', '47c4ad23efe0a41404c54941bd22ca1430fff853ae3d50699a88da49a8e2d69508b1568408ddc11dfe5ebac5799b4143b1192bd1d605076b57cfc2840aac09dbac5848d777610c0b8c0080399f00d89ecfd38a860a65dca4aca015eb4cb6e0a66558ac548a89f68ff8a5600fa33004f72c6dfb6f29091921321e65d291039f481ed11dd0cea913e87f423633e10ca73f7f5367787b7676dea6b10e9f2db61295f54ff0c935835e7fc689eea0ddbc9c085b444d656c5358fb1fc27f659f64083aad3b5702bb8bf7fe212694d075a8bc09fdbbea', 'true', '0', NULL);

insert into sessions ("id", "token", "user_id", "expires_at", "ip_address", "user_agent", "created_at", "updated_at") overriding system value values
('01a214ac-694e-7e63-b02b-9966ccfcabaf', '8y_DELkFM3ikWUN-bV6ychnSgRqwoVoOmy6LVsQygxQ', '01a214ac-6534-7bfc-aaf7-c3ac0f7fd72e', '2026-12-09 21:46:13.19345+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-25 21:46:13.19345+00', '2026-11-25 21:46:13.19345+00'),
('01a214ac-6f1a-78f6-8dcf-eb88d13fe19c', '3Bsed90KxfnJvlgXN67V0X30gob-03_3HphSwf4-o_A', '01a214ac-6ddf-70c2-a490-bf3828ac8583', '2026-12-09 21:46:14.6633+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-25 21:46:14.6633+00', '2026-11-25 21:46:14.6633+00'),
('01a214ac-7261-7029-997d-09cf755045c7', 'sGeWr-WtsUO7HBgBQ9Efb2wpVlec1yw5GHhZqpciLVo', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-12-09 21:46:15.518912+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-25 21:46:15.518912+00', '2026-11-25 21:46:15.518912+00'),
('01a214ac-7733-76ff-bbda-f65eeb75b4e9', 'KGogpoYs94XC7S_aZbnczmUfMBEsxd2pU-eW9XOFrrI', '01a214ac-6a34-716a-be2e-990710620ee9', '2026-12-09 21:46:16.698437+00', NULL, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', '2026-11-25 21:46:16.698437+00', '2026-11-25 21:46:16.698437+00');

insert into shelf_tales ("user_id", "shelf_id", "tale_id", "is_on", "at") overriding system value values
('01a214ac-6a34-716a-be2e-990710620ee9', 'e0000000-0000-4000-8000-000000000001', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'true', '2026-11-25 21:42:25.513+00'),
('01a214ac-6a34-716a-be2e-990710620ee9', 'e0000000-0000-4000-8000-000000000001', '01a214ac-7efd-78bd-a9a2-a58f327df137', 'true', '2026-11-25 21:41:25.513+00');

insert into shelves ("user_id", "id", "name", "named_at", "gone_at") overriding system value values
('01a214ac-6a34-716a-be2e-990710620ee9', 'e0000000-0000-4000-8000-000000000001', 'For Kay 🦊', '2026-11-25 21:40:25.513+00', NULL),
('01a214ac-6a34-716a-be2e-990710620ee9', 'e0000000-0000-4000-8000-000000000002', 'Gone', '2026-11-25 21:42:25.513+00', '2026-11-25 21:43:25.513+00');

insert into site_settings ("is_only", "publish_requires_source", "updated_at") overriding system value values
('true', 'false', '2026-11-25 21:46:17.116251+00');

insert into tale_categories ("tale_id", "category_id") overriding system value values
('01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '7'),
('01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '8');

insert into tale_classifications ("tale_id", "reasons", "made_at") overriding system value values
('01a214ac-8832-70a1-838c-a751f2d7a828', '[{"why": "The title has ‘fox’; ‘fox’ 24 times.", "what": "Category: Animals"}, {"why": "It is short and repetitive.", "what": "Age: 3-5"}]', '2026-11-25 21:46:21.064163+00'),
('01a214ac-8832-7360-854c-f50688c73579', '[{"why": "‘fox’ 24 times.", "what": "Category: Animals"}, {"why": "It is short and repetitive.", "what": "Age: 3-5"}]', '2026-11-25 21:46:21.064163+00');

insert into tale_drafts ("person_id", "id", "tale_id", "base_version", "title", "fields", "saved_at") overriding system value values
('01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'd0000000-0000-4000-8000-000000000001', NULL, NULL, 'A mill, half written', '{"title":"A mill, half written","content":"<p>There was","read_time":"1 1/2"}', '2026-11-25 21:46:18.98217+00'),
('01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'd0000000-0000-4000-8000-000000000002', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '1', '', '{"excerpt":"Another line."}', '2026-11-25 21:46:18.989887+00');

insert into tale_previews ("id", "tale_id", "hash", "made_by", "created_at", "expires_at") overriding system value values
('01a214ac-80b3-7a56-8a08-c8d4b79e9628', '01a214ac-7f80-710a-9ffa-14c4182566b9', 'a0acab89942626aeafc40223a45f206310b0862f889cf8362c31b07e788d697d', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', '2026-11-25 21:46:19.185227+00', '2026-12-25 21:46:19.185227+00');

insert into tale_revisions ("tale_id", "version", "saved_at", "edited_by", "title", "status", "words", "fields", "content") overriding system value values
('01a214ac-7efd-78bd-a9a2-a58f327df137', '1', '2026-11-25 21:46:18.738467+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'The Old Name', 'published', '19', '{"slug": "the-old-name", "tags": [], "title": "The Old Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "What happened at the mill, told in one line.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-17T21:46:18.730Z", "content_notes": [], "why_it_matters": ""}', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>'),
('01a214ac-7efd-78bd-a9a2-a58f327df137', '2', '2026-11-25 21:46:18.767386+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'The New Name', 'published', '19', '{"slug": "the-new-name", "tags": [], "title": "The New Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "What happened at the mill, told in one line.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-17T21:46:18.730Z", "content_notes": [], "why_it_matters": ""}', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>'),
('01a214ac-7efd-78bd-a9a2-a58f327df137', '3', '2026-11-25 21:46:18.78935+00', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'The New Name', 'published', '5', '{"slug": "the-new-name", "tags": [], "title": "The New Name", "author": "The Miller", "motifs": [], "origin": "", "rights": "In the public domain", "source": "Told at the mill", "status": "published", "excerpt": "Written anew.", "age_band": "", "category": "classic", "language": "en", "questions": [], "read_time": 0, "tale_type": "", "cover_image": "", "retold_from": "", "publish_date": "2026-11-17T21:46:18.730Z", "content_notes": [], "why_it_matters": ""}', '<p>Written anew, with a pond.</p>');

insert into tale_slugs ("slug", "tale_id", "created_at") overriding system value values
('a-tale-in-the-making', '01a214ac-7f80-710a-9ffa-14c4182566b9', '2026-11-25 21:46:18.878415+00'),
('a-tale-of-the-ferryman', '01a214ac-7f5c-7138-8329-e5d19fdc8915', '2026-11-25 21:46:18.842491+00'),
('a-tale-to-come', '01a214ac-7f72-73fc-ae5f-062ca7594acc', '2026-11-25 21:46:18.864146+00'),
('deleted-for-good', NULL, '2026-11-25 21:46:18.943289+00'),
('in-the-trash', '01a214ac-7fa2-7cb4-8aa1-cf3f67061667', '2026-11-25 21:46:18.911636+00'),
('the-fox', '01a214ac-8832-70a1-838c-a751f2d7a828', '2026-11-25 21:46:21.064163+00'),
('the-mill', '01a214ac-8832-7360-854c-f50688c73579', '2026-11-25 21:46:21.064163+00'),
('the-mill-by-the-pond', '01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', '2026-11-25 21:46:18.640972+00'),
('the-new-name', '01a214ac-7efd-78bd-a9a2-a58f327df137', '2026-11-25 21:46:18.767386+00'),
('the-old-name', '01a214ac-7efd-78bd-a9a2-a58f327df137', '2026-11-25 21:46:18.738467+00');

insert into tales ("id", "slug", "title", "author", "author_id", "category_id", "excerpt", "content", "content_source", "content_text", "cleaner_version", "words", "status", "publish_date", "cover_image", "read_time", "featured_rank", "language", "origin", "tale_type", "age_band", "retold_from", "source", "version", "facets", "created_at", "updated_at", "deleted_at", "search", "edited_by", "rights", "is_dated", "went_public_at", "content_notes", "motifs", "why_it_matters", "questions") overriding system value values
('01a214ac-7eb8-71a3-a8d8-61a217f7cbb7', 'the-mill-by-the-pond', 'The Mill by the Pond', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p><figure><img src="/media/a8d2f3e25cdcdde94ab0-320x240/320.webp" alt="A mill by a pond" /><figcaption>The mill</figcaption></figure>', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p><figure><img src="/media/a8d2f3e25cdcdde94ab0-320x240/320.webp" alt="A mill by a pond"><figcaption>The mill</figcaption></figure>', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.

The mill', '1', '21', 'published', '2026-11-16 21:46:18.633+00', '/media/a8d2f3e25cdcdde94ab0-320x240/320.webp#x40y25', '7', '2', 'de', 'German', 'ATU 425A', '6-8', 'An older telling', 'Told at the mill', '1', '{a:1,c:1,c:7,c:8,g:6-8,l:de,m:10,o:German}', '2026-11-25 21:46:18.640972+00', '2026-11-25 21:46:18.640972+00', NULL, '''"'':33C ''"stay'':32C ''a'':22C,25C ''and'':27C ''at'':10B,17C ''by'':3A,24C ''cam'':29C ''happened'':9B ''lin'':16B ''mill'':2A,12B,19C,23C,36C,38C ''miller'':7A ''one'':15B ''pond'':5A,26C ''said'':34C ''stayed'':31C ''the'':1A,4A,6A,11B,18C,35C,37C ''ther'':20C,30C ''told'':13B ''what'':8B ''whov'':28C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'true', '2026-11-25 21:46:18.640972+00', '{death-of-a-parent}', '{"A mill that grinds by itself"}', 'It says what staying costs.', '{"Would you stay?","Why does the miller ask?"}'),
('01a214ac-7efd-78bd-a9a2-a58f327df137', 'the-new-name', 'The New Name', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-17 21:46:18.73+00', '', '0', '1', 'en', '', '', '', '', 'Told at the mill', '4', '{a:1,c:1,l:en,m:5}', '2026-11-25 21:46:18.738467+00', '2026-11-25 21:46:18.811354+00', NULL, '''"'':31C ''"stay'':30C ''came'':27C ''happen'':7B ''line'':14B ''mill'':10B,17C,21C ''miller'':5A,34C ''name'':3A ''new'':2A ''one'':13B ''pond'':24C ''said'':32C ''stay'':29C ''the'':4A ''told'':11B ''whoever'':26C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'true', '2026-11-25 21:46:18.738467+00', '{}', '{}', '', '{}'),
('01a214ac-7f5c-7138-8329-e5d19fdc8915', 'a-tale-of-the-ferryman', 'A Tale of the Ferryman', 'The Ferryman', '2', '3', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-18 21:46:18.836+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:2,c:3,l:en,m:5}', '2026-11-25 21:46:18.842491+00', '2026-11-25 21:46:18.842491+00', NULL, '''"'':33C ''"stay'':32C ''came'':29C ''ferryman'':5A,7A ''happen'':9B ''line'':16B ''mill'':12B,19C,23C ''miller'':36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''whoever'':28C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'true', '2026-11-25 21:46:18.842491+00', '{}', '{}', '', '{}'),
('01a214ac-7f72-73fc-ae5f-062ca7594acc', 'a-tale-to-come', 'A Tale to Come', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2027-01-24 21:46:18.855+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:1,c:1,l:en,m:5}', '2026-11-25 21:46:18.864146+00', '2026-11-25 21:46:18.864146+00', NULL, '''"'':32C ''"stay'':31C ''came'':28C ''come'':4A ''happen'':8B ''line'':15B ''mill'':11B,18C,22C ''miller'':6A,35C ''one'':14B ''pond'':25C ''said'':33C ''stay'':30C ''tale'':2A ''the'':5A ''told'':12B ''whoever'':27C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'true', NULL, '{}', '{}', '', '{}'),
('01a214ac-7f80-710a-9ffa-14c4182566b9', 'a-tale-in-the-making', 'A Tale in the Making', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'draft', '2026-11-25 21:46:18.878415+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '1', '{a:1,c:1,l:en,m:5}', '2026-11-25 21:46:18.878415+00', '2026-11-25 21:46:18.878415+00', NULL, '''"'':33C ''"stay'':32C ''came'':29C ''happen'':9B ''line'':16B ''make'':5A ''mill'':12B,19C,23C ''miller'':7A,36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''whoever'':28C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'false', NULL, '{}', '{}', '', '{}'),
('01a214ac-7fa2-7cb4-8aa1-cf3f67061667', 'in-the-trash', 'A Tale in the Trash', 'The Miller', '1', '1', 'What happened at the mill, told in one line.', '<h2>At the mill</h2><p>There was a <em>mill</em> by a pond, and whoever came there stayed.</p><p>“Stay,” said the miller.</p>', '', 'At the mill

There was a mill by a pond, and whoever came there stayed.

“Stay,” said the miller.', '1', '19', 'published', '2026-11-19 21:46:18.908+00', '', '0', NULL, 'en', '', '', '', '', 'Told at the mill', '2', '{a:1,c:1,l:en,m:5}', '2026-11-25 21:46:18.911636+00', '2026-11-25 21:46:18.927023+00', '2026-11-25 21:46:18.927023+00', '''"'':33C ''"stay'':32C ''came'':29C ''happen'':9B ''line'':16B ''mill'':12B,19C,23C ''miller'':7A,36C ''one'':15B ''pond'':26C ''said'':34C ''stay'':31C ''tale'':2A ''the'':6A ''told'':13B ''trash'':5A ''whoever'':28C', '01a214ac-6c4f-74fe-b25a-fd9dd38cfb3b', 'In the public domain', 'true', NULL, '{}', '{}', '', '{}'),
('01a214ac-8832-70a1-838c-a751f2d7a828', 'the-fox', 'The Fox', 'Ada Miller', '4', '8', 'There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10…', '<p>There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47 queen64 queen81 spindle1 mill18 fox35 mill52 spindle69 queen86 queen6 spindle23 mill40 fox57 mill74 spindle91 queen11 queen28 spindle45 mill62 fox79 mill96 spindle16.</p>
<p>And fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45 queen62 queen79 spindle96 mill16 fox33 mill50 spindle67 queen84 queen4 spindle21 mill38 fox55 mill72 spindle89 queen9 queen26 spindle43 mill60 fox77 mill94 spindle14. That was the end of it.</p>', '', 'There was once a number 1. fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47 queen64 queen81 spindle1 mill18 fox35 mill52 spindle69 queen86 queen6 spindle23 mill40 fox57 mill74 spindle91 queen11 queen28 spindle45 mill62 fox79 mill96 spindle16.

And fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45 queen62 queen79 spindle96 mill16 fox33 mill50 spindle67 queen84 queen4 spindle21 mill38 fox55 mill72 spindle89 queen9 queen26 spindle43 mill60 fox77 mill94 spindle14. That was the end of it.', '1', '173', 'published', '2026-11-25 21:46:21.064163+00', '', '0', NULL, 'en', '', '', '3-5', '', 'The Small Book. Project Gutenberg 77001', '1', '{a:4,c:8,g:3-5,l:en,m:5}', '2026-11-25 21:46:21.064163+00', '2026-11-25 21:46:21.064163+00', NULL, '''1'':10B,50C ''ada'':3A ''end'':215C ''fox'':2A ''fox0'':32B,72C ''fox11'':188C ''fox13'':107C ''fox20'':160C ''fox22'':39B,79C ''fox29'':132C ''fox31'':11B,51C ''fox33'':195C ''fox35'':114C ''fox42'':167C ''fox44'':86C ''fox51'':139C ''fox53'':18B,58C ''fox55'':202C ''fox57'':121C ''fox64'':174C ''fox66'':93C ''fox73'':146C ''fox75'':25B,65C ''fox77'':209C ''fox79'':128C ''fox86'':181C ''fox88'':100C ''fox95'':153C ''mill15'':154C ''mill16'':194C ''mill17'':33B,73C ''mill18'':113C ''mill25'':166C ''mill27'':85C ''mill28'':189C ''mill3'':159C ''mill30'':108C ''mill34'':138C ''mill36'':17B,57C ''mill37'':161C ''mill38'':201C ''mill39'':40B,80C ''mill40'':120C ''mill46'':133C ''mill47'':173C ''mill48'':12B,52C ''mill49'':92C ''mill5'':38B,78C ''mill50'':196C ''mill52'':115C ''mill56'':145C ''mill58'':24B,64C ''mill59'':168C ''mill6'':182C ''mill60'':208C ''mill61'':87C ''mill62'':127C ''mill68'':140C ''mill69'':180C ''mill70'':19B,59C ''mill71'':99C ''mill72'':203C ''mill74'':122C ''mill78'':152C ''mill8'':101C ''mill80'':31B,71C ''mill81'':175C ''mill83'':94C ''mill90'':147C ''mill91'':187C ''mill92'':26B,66C ''mill93'':106C ''mill94'':210C ''mill96'':129C ''miller'':4A ''number'':9B,49C ''queen0'':136C ''queen11'':124C ''queen13'':171C ''queen15'':90C ''queen18'':177C ''queen2'':15B,55C ''queen20'':96C ''queen22'':143C ''queen24'':22B,62C ''queen26'':206C ''queen27'':149C ''queen28'':125C ''queen29'':28B,68C ''queen35'':178C ''queen37'':97C ''queen4'':199C ''queen40'':184C ''queen42'':103C ''queen44'':150C ''queen46'':29B,69C ''queen49'':156C ''queen5'':142C ''queen51'':35B,75C ''queen57'':185C ''queen59'':104C ''queen6'':118C ''queen62'':191C ''queen64'':110C ''queen66'':157C ''queen68'':36B,76C ''queen7'':21B,61C ''queen71'':163C ''queen73'':42B,82C ''queen79'':192C ''queen80'':135C ''queen81'':111C ''queen82'':14B,54C ''queen84'':198C ''queen86'':117C ''queen88'':164C ''queen9'':205C ''queen90'':43B,83C ''queen93'':170C ''queen95'':89C ''spindle1'':112C,176C ''spindle10'':84C,148C ''spindle10…'':44B ''spindle12'':27B,67C ''spindle14'':211C ''spindle16'':130C ''spindle17'':137C ''spindle19'':16B,56C ''spindle21'':200C ''spindle23'':119C,183C ''spindle25'':102C ''spindle3'':95C ''spindle30'':172C ''spindle32'':91C,155C ''spindle34'':34B,74C ''spindle39'':144C ''spindle41'':23B,63C ''spindle43'':207C ''spindle45'':126C,190C ''spindle47'':109C ''spindle52'':179C ''spindle54'':98C,162C ''spindle56'':41B,81C ''spindle61'':151C ''spindle63'':30B,70C,134C ''spindle65'':13B,53C ''spindle67'':197C ''spindle69'':116C ''spindle74'':186C ''spindle76'':105C,169C ''spindle78'':88C ''spindle8'':165C ''spindle83'':158C ''spindle85'':37B,77C,141C ''spindle87'':20B,60C ''spindle89'':204C ''spindle91'':123C ''spindle96'':193C', NULL, 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.', 'true', '2026-11-25 21:46:21.064163+00', '{}', '{}', '', '{}'),
('01a214ac-8832-7360-854c-f50688c73579', 'the-mill', 'The Mill', 'Ada Miller', '4', '8', 'There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41…', '<p>There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47.</p>
<p>And fox60 mill77 spindle94 queen14 queen31 spindle48 mill65 fox82 mill2 spindle19 queen36 queen53 spindle70 mill87 fox7 mill24 spindle41 queen58 queen75 spindle92 mill12 fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45. That was the end of it.</p>', '', 'There was once a number 2. fox62 mill79 spindle96 queen16 queen33 spindle50 mill67 fox84 mill4 spindle21 queen38 queen55 spindle72 mill89 fox9 mill26 spindle43 queen60 queen77 spindle94 mill14 fox31 mill48 spindle65 queen82 queen2 spindle19 mill36 fox53 mill70 spindle87 queen7 queen24 spindle41 mill58 fox75 mill92 spindle12 queen29 queen46 spindle63 mill80 fox0 mill17 spindle34 queen51 queen68 spindle85 mill5 fox22 mill39 spindle56 queen73 queen90 spindle10 mill27 fox44 mill61 spindle78 queen95 queen15 spindle32 mill49 fox66 mill83 spindle3 queen20 queen37 spindle54 mill71 fox88 mill8 spindle25 queen42 queen59 spindle76 mill93 fox13 mill30 spindle47.

And fox60 mill77 spindle94 queen14 queen31 spindle48 mill65 fox82 mill2 spindle19 queen36 queen53 spindle70 mill87 fox7 mill24 spindle41 queen58 queen75 spindle92 mill12 fox29 mill46 spindle63 queen80 queen0 spindle17 mill34 fox51 mill68 spindle85 queen5 queen22 spindle39 mill56 fox73 mill90 spindle10 queen27 queen44 spindle61 mill78 fox95 mill15 spindle32 queen49 queen66 spindle83 mill3 fox20 mill37 spindle54 queen71 queen88 spindle8 mill25 fox42 mill59 spindle76 queen93 queen13 spindle30 mill47 fox64 mill81 spindle1 queen18 queen35 spindle52 mill69 fox86 mill6 spindle23 queen40 queen57 spindle74 mill91 fox11 mill28 spindle45. That was the end of it.', '1', '173', 'published', '2026-11-25 21:46:21.064163+00', '', '0', NULL, 'en', '', '', '3-5', '', 'The Small Book. Project Gutenberg 77001', '1', '{a:4,c:8,g:3-5,l:en,m:5}', '2026-11-25 21:46:21.064163+00', '2026-11-25 21:46:21.064163+00', NULL, '''2'':10B,50C ''ada'':3A ''end'':215C ''fox0'':93C ''fox11'':209C ''fox13'':128C ''fox20'':181C ''fox22'':100C ''fox29'':153C ''fox31'':32B,72C ''fox42'':188C ''fox44'':107C ''fox51'':160C ''fox53'':39B,79C ''fox60'':132C ''fox62'':11B,51C ''fox64'':195C ''fox66'':114C ''fox7'':146C ''fox73'':167C ''fox75'':86C ''fox82'':139C ''fox84'':18B,58C ''fox86'':202C ''fox88'':121C ''fox9'':25B,65C ''fox95'':174C ''mill'':2A ''mill12'':152C ''mill14'':31B,71C ''mill15'':175C ''mill17'':94C ''mill2'':140C ''mill24'':147C ''mill25'':187C ''mill26'':26B,66C ''mill27'':106C ''mill28'':210C ''mill3'':180C ''mill30'':129C ''mill34'':159C ''mill36'':38B,78C ''mill37'':182C ''mill39'':101C ''mill4'':19B,59C ''mill46'':154C ''mill47'':194C ''mill48'':33B,73C ''mill49'':113C ''mill5'':99C ''mill56'':166C ''mill58'':85C ''mill59'':189C ''mill6'':203C ''mill61'':108C ''mill65'':138C ''mill67'':17B,57C ''mill68'':161C ''mill69'':201C ''mill70'':40B,80C ''mill71'':120C ''mill77'':133C ''mill78'':173C ''mill79'':12B,52C ''mill8'':122C ''mill80'':92C ''mill81'':196C ''mill83'':115C ''mill87'':145C ''mill89'':24B,64C ''mill90'':168C ''mill91'':208C ''mill92'':87C ''mill93'':127C ''miller'':4A ''number'':9B,49C ''queen0'':157C ''queen13'':192C ''queen14'':135C ''queen15'':111C ''queen16'':14B,54C ''queen18'':198C ''queen2'':36B,76C ''queen20'':117C ''queen22'':164C ''queen24'':43B,83C ''queen27'':170C ''queen29'':89C ''queen31'':136C ''queen33'':15B,55C ''queen35'':199C ''queen36'':142C ''queen37'':118C ''queen38'':21B,61C ''queen40'':205C ''queen42'':124C ''queen44'':171C ''queen46'':90C ''queen49'':177C ''queen5'':163C ''queen51'':96C ''queen53'':143C ''queen55'':22B,62C ''queen57'':206C ''queen58'':149C ''queen59'':125C ''queen60'':28B,68C ''queen66'':178C ''queen68'':97C ''queen7'':42B,82C ''queen71'':184C ''queen73'':103C ''queen75'':150C ''queen77'':29B,69C ''queen80'':156C ''queen82'':35B,75C ''queen88'':185C ''queen90'':104C ''queen93'':191C ''queen95'':110C ''spindle1'':197C ''spindle10'':105C,169C ''spindle12'':88C ''spindle17'':158C ''spindle19'':37B,77C,141C ''spindle21'':20B,60C ''spindle23'':204C ''spindle25'':123C ''spindle3'':116C ''spindle30'':193C ''spindle32'':112C,176C ''spindle34'':95C ''spindle39'':165C ''spindle41'':84C,148C ''spindle41…'':44B ''spindle43'':27B,67C ''spindle45'':211C ''spindle47'':130C ''spindle48'':137C ''spindle50'':16B,56C ''spindle52'':200C ''spindle54'':119C,183C ''spindle56'':102C ''spindle61'':172C ''spindle63'':91C,155C ''spindle65'':34B,74C ''spindle70'':144C ''spindle72'':23B,63C ''spindle74'':207C ''spindle76'':126C,190C ''spindle78'':109C ''spindle8'':186C ''spindle83'':179C ''spindle85'':98C,162C ''spindle87'':41B,81C ''spindle92'':151C ''spindle94'':30B,70C,134C ''spindle96'':13B,53C', NULL, 'In the public domain in the United States. Elsewhere the dates of its author, translator and editor decide.', 'true', '2026-11-25 21:46:21.064163+00', '{}', '{}', '', '{}');

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

select graphile_worker.add_job('publish-tale', '{"id" : "01a214ac-7f72-73fc-ae5f-062ca7594acc"}'::json, queue_name := NULL, run_at := now() + '59 days 23:49:32', max_attempts := 25, job_key := 'publish:01a214ac-7f72-73fc-ae5f-062ca7594acc');
select graphile_worker.add_job('remove_left_pictures', '{}'::json, queue_name := NULL, run_at := now() + '00:49:32', max_attempts := 10, job_key := 'media:01a214ac-7bbe-7514-8f1b-c2d70bf18373');
select graphile_worker.add_job('remove_left_pictures', '{}'::json, queue_name := NULL, run_at := now() + '00:49:33', max_attempts := 10, job_key := 'media:01a214ac-7e73-70f5-aa49-c6bd00248d24');
select graphile_worker.add_job('send_mail', '{"mailId":"01a214ac-e638-7a88-a474-5587b3196c84","triesMade":1}'::json, queue_name := NULL, run_at := now() + '00:00:00', max_attempts := 10, job_key := 'mail:01a214ac-e638-7a88-a474-5587b3196c84');
