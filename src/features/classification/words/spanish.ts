import type { Lexicon } from './lexicon.ts';

export const SPANISH: Lexicon = {
  animals: `zorro zorra zorros zorrito* zorritos lobo* loba liebre* conejo* oso osos osa gato* gata ~perro* perra perrito* ratón ratones rata*
    laucha* gallo gallos gallina* pollo* pollito* ganso* pato* pata gorrión cuervo* cigüeña* golondrina* ruiseñor* alondra* águila*
    aguila* halcón lechuza* paloma* loro* pavo* tordo* tenca* jote* cóndor* condor* queltehue* diuca* loica* chercán* león lión leones
    tigre* puma* burro* asno* buey bueyes vaca* toro* ternero* cabra* chivo* chivato* oveja* cordero* carnero* chancho* cerdo* puerco*
    jabalí erizo* quirquincho* venado* ciervo* huemul* mono monos elefante* camello* rana* sapo* caracol* tortuga* culebra* pez peces
    pescado* abeja* avispa* hormiga* mosca* zancudo* pulga* piojo* escarabajo* grillo* cigarra* araña* mariposa* gusano* ~animal ~animales
    bestia* ~pájaro* pájara pajarito* ~ave ~aves mula* yegua*`,
  creatures: `gigante* ogro* dragón* dragones hada hadas duende* enano* enanito* gnomo* sirena* genio* monstruo* demonio* unicornio*
    fénix basilisco* ~serpiente* culebrón* culebrones trauco* caleuche pillán alicanto* colocolo* chonchón* chonchones imbunche* 
    camahueto* piuchén* salamanca`,
  death: `~muerte* ~muerto* muerta* ~murió ~morir muere ~matar ~mató matado cadáver* ataúd* tumba* sepultura* sepult* cementerio* fantasma*
    espectro* ánima* anima animas penan penar penaba asesin* sangre* ~diablo* infierno* satanás lucifer calavera* esqueleto* hueso*
    horca* ahorc* verdugo* horror* horrible* terror* espanto* espant* veneno* envenen* enterr* entierro* desespera* medianoche
    pecado* ~alma azufre crueldad cruel* brujo* bruja* aparec* aparición*`,
  love: `amor* amar amaba amante* enamor* novio* novia* prometid* boda* casar* ~casó ~casarse ~casaron ~matrimonio* ~esposo* ~esposa* beso*
    besar besó pretendient* ~corazón* tiern* ternura* belleza* ~hermosura* ~cariño* fiel* pasión* abraz*`,
  spells: `encant* desencant* hechiz* hechicer* embruj* mago* maga mágic* magia transform* convirti* convertid* convertir varita* ~virtud
    maldición* maldit* ~madrina ~madrastra* invisible* forma_humana princesa_encantada`,
  roads: `espada* espadita* pele* pelear batalla* lucha* viaje* viaj* ~camino* rodar_tierras bandido* ladrón* ladrones ~robar ~robó barco* buque*
    ~mar playa* isla* ~caballo* jinete* peligro* aventura* valiente* valor* héroe* ejército* guerra* soldado* huir huyó
    escap* persegu* recompens* mitad_del_reino capitán* tesoro* prisión* preso* cárcel* flecha* lanza* ~fuerte* ~fuerza* ~hermanos
    fortuna* prueba* ~castillo* ~oro`,
  wonders: `~luna ~sol estrella* flor flores rosa rosas ~árbol* arbol* poeta* poesía* canción* canto* música* primavera invierno verano sueño*
    nube* ~cielo* ángel* angel* paraíso* nieve* hoja* ~jardín* huerto* muñeca* juguete* lámpara* ~luz maravill* magnífic* espléndid* brill*
    ~palacio* cristal* diamante* ~mundo naturaleza*`,
  village: `campesino* huaso* inquilino* arriero* capataz* hacendado* patrón* cura curas clérigo* sacerdote* padre_cura ~san ~santo* santa*
    ~dios ~señor virgen feria* vecino* tonto* tonta bobo* sastre* zapatero* molinero* herrero* pastor* rancho* choza* olla* 
    ~pesos real reales ~plata vender vendió comprar compró posada* juez* médico* fraile* convento* ermitaño* oración* rezar rezaba
    mendigo* limosna* reír risa* risas astucia* astut* sabio* sabiduría* flojo* avar* ~pobre* ~rico* ~pan queso* vino* chicha* trigo*
    cosecha* palo* ~palos apuesta* adivin* refrán* ~viejo* ~vieja* viejita* viejecito* compadre* comadre* minero* mina minas laguna* cerro*
    es_fama se_cuenta cuentan dicen según_dicen leyenda*`,
  people: `caballero rey reyes reina* príncipe* principe* princesa* hombre* mujer* niño* niña* muchacho* muchacha* joven jóvenes madre mamita padre
    marido* hijo* hija* hermano* hermana* gente* señora* caballero* comerciante* emperador*`,
  court: `rey reyes reina* príncipe* principe* princesa* palacio* castillo* corona* trono* reino* majestad emperador*`,
};
